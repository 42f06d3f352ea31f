/** A length of time in a text, in seconds: `PT1H30M`, `1 hr 30 min`, `90 Minuten`, `1:30 h`. */
type DurationMention = { start: number; end: number; seconds: number }

export const findDurations = (text: string): DurationMention[] => {
  const found: DurationMention[] = []
  for (const { pattern, read } of wholes)
    for (const match of text.matchAll(pattern)) {
      const seconds = read(match)
      if (seconds !== undefined)
        found.push({ start: match.index, end: match.index + match[0].length, seconds })
    }
  const whole = [...found]
  let last: DurationMention | undefined
  for (const match of text.matchAll(pattern)) {
    const unit = unitSeconds(match[2] ?? '')
    const amount = readAmount(match[1] ?? '')
    if (!unit || amount === undefined) continue
    const start = match.index
    const end = start + match[0].length
    if (whole.some(one => start < one.end && end > one.start)) continue
    // "1 hour and 30 minutes" is one length, "30 minutes to 1 hour" is two.
    const gap = last ? text.slice(last.end, start) : ''
    if (
      last &&
      unit < lastUnit(last) &&
      /^[\s,.]*(?:and|und|et|y|e|en|och|og|ja|i|a)?$/.test(gap.trimEnd())
    ) {
      last.seconds += amount * unit
      last.end = end
      units.set(last, unit)
    } else {
      last = { start, end, seconds: amount * unit }
      units.set(last, unit)
      found.push(last)
    }
    if (found.length > 2000) break
  }
  return found.sort((a, b) => a.start - b.start)
}

export const isoSeconds = (text: string): number | undefined => {
  const match =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/i.exec(
      text.trim(),
    )
  if (!match || text.length < 3) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map(n => Number(n ?? 0))
  return (
    (years ?? 0) * 31_536_000 +
    (months ?? 0) * 2_592_000 +
    (weeks ?? 0) * 604_800 +
    (days ?? 0) * 86_400 +
    (hours ?? 0) * 3600 +
    (minutes ?? 0) * 60 +
    (seconds ?? 0)
  )
}

const units = new WeakMap<DurationMention, number>()
const lastUnit = (mention: DurationMention) => units.get(mention) ?? 0

const isoPattern = /(?<![\p{L}\p{N}])P(?=[\dT])[\dYMWDTHS.]{2,30}(?![\p{L}\p{N}])/giu
/** What is a length by itself: `PT1H30M`, `1h30`, `1 h 30`; in "4 h 12 km" the 12 is no minutes. */
const wholes: { pattern: RegExp; read: (match: RegExpExecArray) => number | undefined }[] = [
  { pattern: isoPattern, read: ([all]) => isoSeconds(all) },
  {
    pattern:
      /(?<![\p{L}\p{N}.,:])(\d{1,3})\s?h([0-5]\d| [0-5]\d(?! (?!de )\p{L}))(?![\p{N}:]|[.,]\d|\s?m|\p{L})/giu,
    read: ([, hours, minutes]) => Number(hours) * 3600 + Number(minutes) * 60,
  },
]

/** A number, and a word for a unit; in `1h30m` one unit directly follows the other. */
const pattern =
  /(?<![\p{N}.,:])(?<=^|[^\p{L}]|\d\s?[hmd])(\d{1,3}:\d{2}|\d{1,4}(?:[.,]\d{1,2})?(?:\s?[¼½¾])?|[¼½¾]|\d{1,3}\s\d\/\d|\d\/\d)\s?-?\s?([\p{L}]{1,10}|分|時間|시간|분)(?:\.|(?!\p{L}))/giu

const readAmount = (raw: string): number | undefined => {
  // Sixtieths of the unit that follows: 1:30 h, 5:30 min.
  const clock = /^(\d+):([0-5]\d)$/.exec(raw)
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60
  const fraction = /^(?:(\d+)\s)?(\d)\/(\d)$/.exec(raw)
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / (Number(fraction[3]) || 1)
  const quarter = { '¼': 0.25, '½': 0.5, '¾': 0.75 }[raw.at(-1) ?? ''] ?? 0
  const whole = Number(raw.replace(/[¼½¾\s]/g, '').replace(',', '.'))
  return Number.isFinite(whole) ? whole + quarter : undefined
}

const unitSeconds = (word: string): number | undefined => {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return table.get(plain)
}

const table = new Map<string, number>(
  (
    [
      [
        1,
        's sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondi sekunder',
      ],
      [
        60,
        'm min mins minute minutes minuten minuto minutos minuti minut minuty minuter minutter minuuttia minuutit minutt perc dakika minuta мин минут минуты минута λεπτα λεπτο דקות דקה دقيقة دقائق 分 分钟 分鐘 분 phut minuut menit',
      ],
      [
        3600,
        'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren timme timmar time timer tim tunti tuntia t godz godzina godziny godzin hodina hodiny hodin ora saat ч час часа часов ωρα ωρες שעה שעות ساعة 時間 小时 시간 gio jam',
      ],
      [
        86_400,
        'd day days tag tage tagen jour jours dia dias giorno giorni dag dagen dage dagar paiva день дней',
      ],
      [604_800, 'week weeks woche wochen semaine semaines semana semanas'],
    ] as const
  ).flatMap(([seconds, words]) =>
    words
      .split(' ')
      .map(word => [word.normalize('NFD').replace(/\p{M}/gu, ''), seconds] as [string, number]),
  ),
)
