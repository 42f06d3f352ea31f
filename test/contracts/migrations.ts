/**
 * While a new version rolls out, processes of the version before go on working on the database that
 * the new one has migrated: see docs/migrations.md. What such a process could trip over belongs into a
 * second step, a file named `NNNN-drop-….sql`, a release later.
 */
export type Fault = { rule: string; statement: string }

/** Those before belong to the first release: nobody has a version before it. */
export const firstHeld = 100

type Rule = { rule: string; breaks(statement: string, made: ReadonlySet<string>): boolean }

const second: Rule[] = [
  { rule: 'takes a table away', breaks: s => /^drop (table|view|schema|type)\b/.test(s) },
  { rule: 'takes a function away', breaks: s => /^drop function\b/.test(s) },
  { rule: 'takes a column away', breaks: s => /\bdrop column\b/.test(s) },
  { rule: 'renames', breaks: s => /^alter .*\brename\b/.test(s) },
  { rule: 'changes a type', breaks: s => /\balter column \w+ (set data )?type\b/.test(s) },
  { rule: 'takes a default away', breaks: s => /\balter column \w+ drop default\b/.test(s) },
  { rule: 'forbids null', breaks: s => /\balter column \w+ set not null\b/.test(s) },
  {
    rule: 'adds a column that older processes do not fill',
    breaks: s =>
      clauses(s, 'add column').some(c => /\bnot null\b/.test(c) && !/\bdefault\b/.test(c)),
  },
]

/** What older processes write must fit, and somebody has to have thought of it. */
const held: Rule[] = [
  {
    rule: 'holds older processes to a new rule (say why they keep to it: -- fits: …)',
    breaks: (s, made) =>
      !made.has(tableOf(s)) &&
      (/^create unique index\b/.test(s) ||
        clauses(s, 'add (constraint|check|unique|foreign)').length > 0),
  },
]

/** In any step: others wait meanwhile. */
const slow: Rule[] = [
  {
    rule: 'locks a table that others write for as long as an index takes (say why it is short: -- short: …)',
    breaks: (s, made) => /^create (unique )?index\b/.test(s) && !made.has(tableOf(s)),
  },
]

export const faultsOf = (name: string, text: string): Fault[] => {
  const isSecond = /^\d{4}-drop-/.test(name)
  const isShort = /^-- short: \S/m.test(text)
  const fits = /^-- fits: \S/m.test(text)
  const statements = statementsOf(text)
  const made = new Set(
    statements.flatMap(s => /^create table (?:if not exists )?(\w+)/.exec(s)?.[1] ?? []),
  )
  const rules = [
    ...(isSecond ? [] : second),
    ...(isSecond || fits ? [] : held),
    ...(isShort ? [] : slow),
  ]
  return statements.flatMap(statement =>
    rules.filter(({ breaks }) => breaks(statement, made)).map(({ rule }) => ({ rule, statement })),
  )
}

/** Without comments, in lower case, each on one line; bodies of functions are left as they are. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(/;(?=(?:[^$]*\$\$[^$]*\$\$)*[^$]*$)/)
    .map(statement => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(statement => statement !== '')

const tableOf = (statement: string): string =>
  /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1] ??
  /^create (?:unique )?index .*? on (\w+)/.exec(statement)?.[1] ??
  ''

/** The parts of an `alter table` that begin so. */
const clauses = (statement: string, beginning: string): string[] =>
  /^alter table/.test(statement)
    ? [
        ...statement.matchAll(new RegExp(`\\b${beginning}\\b(?:(?!, (?:add|alter|drop) ).)*`, 'g')),
      ].map(([clause]) => clause)
    : []
