import { markFor, markSources } from './mark-sources.ts'
import type { Pins } from './pins.ts'
import type { FoundSource, Sources, Wanted } from './sources.ts'
import type { SourceRow } from './store.ts'

/**
 * What an image is made from, in order: what the operator pinned, a curated mark, and what a look at
 * the site brought (look.ts has the order within a look).
 */
export const findSource = async (
  deps: { pins: Pick<Pins, 'of' | 'hasImage' | 'image'>; sources: Pick<Sources, 'find'> },
  wanted: Wanted,
): Promise<FoundSource> => {
  const fixed = await fixedSource(deps.pins, wanted)
  return fixed ? { source: fixed, ...always } : deps.sources.find(wanted)
}

export const always = { goodUntilMs: Number.POSITIVE_INFINITY, isProvisional: false }

/** The first of those that need no look at the site. */
export const fixedSource = async (
  pins: Pick<Pins, 'of' | 'hasImage' | 'image'>,
  wanted: Omit<Wanted, 'version'>,
): Promise<SourceRow | undefined> =>
  (await pins.image(wanted.domain.host, wanted.kind, wanted.theme)) ?? markOf(pins, wanted)

/** A mark is our own file. The operator may have pinned another image, or the mark's color. */
export const markOf = (
  pins: Pick<Pins, 'of' | 'hasImage'>,
  { kind, domain, theme }: Omit<Wanted, 'version'>,
): SourceRow | undefined => {
  // A mark is a symbol too.
  const isMark = kind === 'icon' || kind === 'symbol'
  if (!isMark || pins.hasImage(domain.host, kind, theme)) return undefined
  const mark = markFor(domain)
  if (!mark || mark.isWordmark) return undefined
  const { color = mark.color } = pins.of(domain.host)
  return markSources({ ...mark, color }).find(drawing => drawing.theme === theme)
}
