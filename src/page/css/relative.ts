import { workOut } from './calc.ts'
import type { Color } from './color.ts'
import { converter } from './culori.ts'
import { closing } from './variables.ts'

type Mode = 'rgb' | 'hsl' | 'hwb' | 'oklch' | 'oklab' | 'lch' | 'lab'

/** What the channels of each function are called, and how they are counted there. */
const spaces: Record<string, { mode: Mode; channels: string; scale: number[]; unit: string[] }> = {
  rgb: { mode: 'rgb', channels: 'rgb', scale: [255, 255, 255], unit: ['', '', ''] },
  hsl: { mode: 'hsl', channels: 'hsl', scale: [1, 100, 100], unit: ['', '%', '%'] },
  hwb: { mode: 'hwb', channels: 'hwb', scale: [1, 100, 100], unit: ['', '%', '%'] },
  oklch: { mode: 'oklch', channels: 'lch', scale: [1, 1, 1], unit: ['', '', ''] },
  oklab: { mode: 'oklab', channels: 'lab', scale: [1, 1, 1], unit: ['', '', ''] },
  lch: { mode: 'lch', channels: 'lch', scale: [1, 1, 1], unit: ['', '', ''] },
  lab: { mode: 'lab', channels: 'lab', scale: [1, 1, 1], unit: ['', '', ''] },
}

/**
 * `oklch(from <color> calc(l - 0.1) c h / 50%)` as a plain color function; any other text as it
 * is. Browsers have worked this out in what they compute, stylesheets have not.
 */
export const resolveRelative = (
  text: string,
  read: (color: string) => Color | undefined,
): string => {
  const [, name = '', inside = ''] = /^([a-z]+)a?\(\s*from\s+(\S.*)\)$/is.exec(text) ?? []
  const space = spaces[name.toLowerCase()]
  const origin = space && firstToken(inside)
  const color = origin && read(origin)
  if (!space || !origin || !color) return text
  const { red: r, green: g, blue: b, alpha } = color
  const seen: Record<string, unknown> = { ...converter(space.mode)({ mode: 'rgb', r, g, b }) }
  const value = (letter: string): string => {
    const at = space.channels.indexOf(letter)
    const channel = Number(seen[letter] ?? 0) * (space.scale[at] ?? 1)
    return `${Math.round(channel * 1e5) / 1e5}`
  }
  const [channels = '', opacity = 'alpha'] = inside.slice(origin.length).split('/')
  const named = new RegExp(`(?<![\\w.%-])[${space.channels}](?![\\w(-])`, 'g')
  const worked = split(workOut(channels.replace(named, value))).map((part, at) =>
    /^-?[\d.]+$/.test(part) ? `${part}${space.unit[at] ?? ''}` : part,
  )
  const seenThrough = workOut(opacity.replace(/\balpha\b/, `${alpha}`)).trim()
  return `${name}(${worked.join(' ')} / ${seenThrough})`
}

const split = (channels: string): string[] => channels.trim().split(/\s+/)

/** A name, a hex or a function with all that is in its parentheses. */
const firstToken = (text: string): string | undefined => {
  const [name] = /^[#\w-]+/.exec(text) ?? []
  if (name === undefined || text[name.length] !== '(') return name
  const end = closing(text, name.length)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
