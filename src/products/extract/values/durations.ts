/** A length of time in a text, in seconds: `PT1H30M`, `1 hr 30 min`, `1h30`, `90 Minuten`, `1:30 h`. */
type DurationMention = { start: number; end: number; seconds: number }

export const findDurations = (text: string): DurationMention[] => {
  const found: DurationMention[] = []
  for (const match of text.matchAll(isoPattern)) {
    const seconds = isoSeconds(match[0])
    if (seconds !== undefined)
      found.push({ start: match.index, end: match.index + match[0].length, seconds })
  }
  let last: DurationMention | undefined
  for (const match of text.matchAll(pattern)) {
    const unit = unitSeconds(match[2] ?? '')
    const amount = readAmount(match[1] ?? '', unit ?? 0)
    const start = match.index
    // The 30 of "1h30m" belongs to the hour before it; that of "x30m" to nothing.
    const isGlued = spacedLetter.test(text[start - 1] ?? '') && last?.end !== start
    if (!unit || amount === undefined || isGlued) continue
    const end = start + match[0].length
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
    if (unit === hour) addBareMinutes(text, last)
    if (found.length > 2000) break
  }
  return found
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

/** "1h30", "2 h 05": behind hours two digits without a unit are minutes. */
const addBareMinutes = (text: string, mention: DurationMention): void => {
  const [written, minutes] = bareMinutes.exec(text.slice(mention.end, mention.end + 12)) ?? []
  if (written === undefined) return
  mention.seconds += Number(minutes) * 60
  mention.end += written.length
  units.set(mention, 60)
}

const hour = 3600
/** After a space, what follows must not make of them 20 people, or 20 to 30. */
const bareMinutes =
  /^(?:\s(?=\d\d(?!\s?[-–]?\s?(?!de )[\p{L}\p{Sc}%]|\s?[-–]\s?\d)))?([0-5]\d)(?![\d:\p{L}]|[.,/]\d)/u

const units = new WeakMap<DurationMention, number>()
const lastUnit = (mention: DurationMention) => units.get(mention) ?? 0

const isoPattern = /(?<![\p{L}\p{N}])P(?=[\dT])[\dYMWDTHS.]{2,30}(?![\p{L}\p{N}])/giu
const amounts = [
  '\\d{1,3}:\\d{2}',
  // 25,000 hours, 25 000 h
  "\\d{1,3}(?:[\\u00a0\\u202f ,.'’]\\d{3}){1,2}",
  '\\d{1,6}(?:[.,]\\d{1,2})?(?:\\s?[¼½¾])?',
  '[¼½¾]',
  '\\d{1,3}\\s\\d\\/\\d',
  '\\d\\/\\d',
]
const pattern = new RegExp(
  `(?<![\\p{N}.,:])(${amounts.join('|')})\\s?-?\\s?(\\p{L}{1,10})(?:\\.|(?!\\p{L}))`,
  'gu',
)

const spacedLetter =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])\p{L}/u

const readAmount = (raw: string, unit: number): number | undefined => {
  // Sixtieths of the unit that follows: 1:30 h, 5:30 min.
  const clock = /^(\d+):([0-5]\d)$/.exec(raw)
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60
  // 25.000 h are thousands; who measures 1.250 s may mean thousandths.
  if (/^\d{1,3}(?:\D\d{3})+$/.test(raw))
    return /[.,]/.test(raw) && (unit < hour || raw.startsWith('0'))
      ? undefined
      : Number(raw.replace(/\D/g, ''))
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
