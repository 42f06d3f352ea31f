import type { Snapshot } from '../page/snapshot.ts'
import type { DesignSystem } from '../profile/profile.ts'
import { claim, type Value } from '../profile/value.ts'
import { type Rule, rules, type Sign } from './design-systems.ts'

type Match = { rule: Rule; seen: string[]; weight: number }

/** Frameworks and libraries of which at least two independent signs are on the page. */
export const decideDesignSystem = (snapshot: Snapshot): DesignSystem => {
  const names = namesIn(snapshot)
  const matches = rules.flatMap(rule => {
    const found = rule.signs.flatMap(sign => matchSign(sign, names))
    const weight = found.reduce((sum, { count }) => sum + Math.min(3, count), 0)
    return found.length >= 2
      ? [{ rule, seen: found.map(({ text }) => text), weight: found.length + weight / 10 }]
      : []
  })
  const best = (kind: Rule['kind']) =>
    matches.filter(({ rule }) => rule.kind === kind).sort((a, b) => b.weight - a.weight)[0]
  const [framework, library] = [best('framework'), best('library')]
  return {
    framework: claimOf(framework),
    componentLibrary: claimOf(library),
    signals: [framework, library].flatMap(match => match?.seen ?? []),
  }
}

const claimOf = (match: Match | undefined): Value<string> | null =>
  match
    ? claim(
        match.rule.name,
        match.seen.length >= 3 ? 0.95 : 0.85,
        match.seen.map(detail => ({ source: 'computed', detail })),
      )
    : null

type Names = Record<Sign['in'], readonly string[]>

const namesIn = ({ marks, variables }: Snapshot): Names => ({
  class: marks.classes.map(([name]) => name),
  variable: variables.map(([name]) => name),
  attribute: [
    ...marks.attributes.map(([name]) => name),
    ...marks.rootAttributes.map(([name]) => name),
  ],
  tag: marks.tags.map(([name]) => name),
  file: marks.files,
  generator: [marks.generator],
})

/** No framework has longer names, and some of the patterns go over a name more than once. */
const maxLength = 200

const matchSign = (sign: Sign, names: Names): { text: string; count: number }[] => {
  const isSign = (name: string) => name.length <= maxLength && sign.pattern.test(name)
  const found = [...new Set(names[sign.in].filter(isSign))]
  if (found.length < sign.least) return []
  return [{ text: `${sign.in}: ${found.slice(0, 4).join(', ')}`, count: found.length }]
}
