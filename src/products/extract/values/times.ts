/** A time of day as a text writes it. */
type TimeMention = { start: number; end: number /** `19:30` */; time: string }

/** "7:30 pm", "7 p.m.", "19.30 Uhr", "19h30", "19:30". */
export const findTimes = (text: string): TimeMention[] => {
  const found: TimeMention[] = []
  for (const { index, 0: raw, groups = {} } of text.matchAll(timePattern)) {
    const { hour, half } = groups
    const minute = groups.minute ?? groups.minutes ?? '00'
    const hours = Number(hour) % 12
    const ofDay = half ? hours + (/p/i.test(half) ? 12 : 0) : Number(hour)
    const time = `${String(ofDay).padStart(2, '0')}:${minute}`
    found.push({ start: index, end: index + raw.length, time })
  }
  return found
}

/** A number alone is no time: it needs its minutes, its half of the day or its unit. */
const timePattern =
  /(?<![\d:.,])(?<hour>[01]?\d|2[0-4])(?:(?:[:.h](?<minute>[0-5]\d)(?:[:.]\d{2})?)?\s?(?:(?<half>[ap])\.?\s?m\b\.?|Uhr\b)|[:h](?<minutes>[0-5]\d)(?::\d{2})?|h\b)(?![\d:])/gi
