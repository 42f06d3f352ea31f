import { didYouMean } from '../kit/did-you-mean.ts'
import { UsageError } from './command-error.ts'

/** A command as help shows it: `backup <file> [--rehearse]  |  backup --check <file>`. */
export type Described = { usage: string; about: string }
type Group = { title: string; commands: readonly string[]; examples: readonly string[] }

export const start = 'npm run siteray --'

const groups: readonly Group[] = [
  {
    title: 'Check',
    commands: ['doctor', 'version'],
    examples: ['doctor', 'version --check'],
  },
  {
    title: 'Keys and accounts',
    commands: [
      ...['keys create', 'keys list', 'keys delete', 'keys origins'],
      ...['accounts list', 'accounts create', 'accounts plan', 'webhooks secret'],
    ],
    examples: [
      'keys create --kind secret --name importer',
      'keys create --kind publishable --origins example.com,*.example.com',
    ],
  },
  {
    title: 'People',
    commands: ['setup-link', 'people reset-link', 'people two-step-off'],
    examples: ['people reset-link ada@example.com'],
  },
  {
    title: 'Images',
    commands: ['pin', 'pin import', 'pin list', 'pin undo'],
    examples: ['pin example.com --icon logo.svg --dark logo-dark.svg'],
  },
  {
    title: 'Readers',
    commands: ['readers pull', 'readers push', 'readers test'],
    examples: ['readers pull ./readers', 'readers test ./readers'],
  },
  {
    title: 'Reading',
    commands: ['identity show', 'identity roll', 'ocr add'],
    examples: ['ocr add deu fra'],
  },
  {
    title: 'Data',
    commands: ['backup', 'restore', 'objects strays', 'master-key reset'],
    examples: ['backup /mnt/backups/today.siteray-backup'],
  },
]

type Commands = Readonly<Record<string, Described>>

/** `keys` alone, or a typing mistake: the commands that could have been meant. */
export const unknownCommand = (words: readonly string[], commands: Commands): UsageError => {
  const typed = words.join(' ')
  const inGroup = withFirstWord(words[0], commands)
  const meant =
    inGroup.length > 0 ? inGroup : [didYouMean(typed, Object.keys(commands)) ?? []].flat()
  const listed = meant.map(name => `  ${commands[name]?.usage}`)
  return new UsageError(
    listed.length > 0
      ? `There is no command "${typed}". Did you mean:\n${listed.join('\n')}`
      : `There is no command "${typed}". "${start} help" lists all of them.`,
  )
}

const withFirstWord = (word: string | undefined, commands: Commands): string[] =>
  Object.keys(commands).filter(name => name === word || name.startsWith(`${word} `))

/** Help for one command, for all that begin with a word (`help keys`), or for everything. */
export const helpText = (words: readonly string[], commands: Commands): string => {
  const exact = [2, 1].map(length => words.slice(0, length).join(' ')).find(name => commands[name])
  const asked = exact ? [exact] : withFirstWord(words[0], commands)
  if (words.length > 0 && asked.length === 0) throw unknownCommand(words, commands)
  if (asked.length > 0) return asked.map(name => helpOf(commands[name])).join('\n')
  const grouped = new Set(groups.flatMap(group => group.commands))
  const others = Object.keys(commands).filter(name => !grouped.has(name))
  const more = others.length > 0 ? [{ title: 'More', commands: others, examples: [] }] : []
  const parts = [...groups, ...more].map(({ title, commands: names, examples }) =>
    [
      title,
      ...names.map(name => helpOf(commands[name])),
      ...examples.map(example => `    $ ${start} ${example}`),
    ].join('\n'),
  )
  return [
    `${start} <command> [--json]`,
    'For whoever runs this server. It works whether or not the server runs, with the same settings (DATA_DIR, DATABASE_URL).',
    ...parts,
  ].join('\n\n')
}

const helpOf = (command: Described | undefined): string =>
  command ? `  ${command.usage}\n      ${command.about}` : ''
