import { commands } from './commands.ts'
import type { Command } from './context.ts'

const environment = [
  ['SITERAY_URL, SITERAY_KEY', 'the server and your secret key; they override `siteray login`'],
  ['SITERAY_IMAGE_URL, SITERAY_TOKEN', 'the image API and a publishable key'],
] as const

const codes = [
  ['0', 'everything was read'],
  ['1', 'some of it failed'],
  ['2', 'nothing was read, or the command line is invalid'],
  ['130', 'Ctrl-C; a batch or crawl continues on the server'],
] as const

/** All of it, for who knows nothing yet. */
export const overview = (): string =>
  [
    'siteray: pages, batches, crawls, data, branding and icons from your Siteray.',
    '',
    'First:',
    '  siteray login https://siteray.example.org',
    '  siteray scrape https://example.com/',
    '',
    'Commands:',
    ...columns(
      Object.entries(commands).map(([name, { usage, about }]) => [`${name} ${usage}`, about]),
    ),
    '',
    'Environment:',
    ...columns(environment),
    '',
    'Exit codes:',
    ...columns(codes),
    '',
    '`siteray <command> --help` has examples and every option.',
  ].join('\n')

export const helpOf = (name: string, { usage, about, examples, options }: Command): string => {
  const known = Object.entries(options).map(
    ([option, { as, short, value, help }]): [string, string] => {
      const long = `--${option}${as === 'flag' ? '' : ` ${value ?? 'VALUE'}`}`
      return [short === undefined ? `    ${long}` : `-${short}, ${long}`, help]
    },
  )
  return [
    about,
    '',
    'Examples:',
    ...examples.flatMap(([line, result]) => [`  ${line}`, `      ${result}`]),
    '',
    `Usage: ${['siteray', name, usage, '[options]'].filter(Boolean).join(' ')}`,
    '',
    'Options:',
    ...columns(known),
  ].join('\n')
}

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.min(34, Math.max(...rows.map(([name]) => name.length)))
  return rows.map(([name, what]) => `  ${name.padEnd(width)}  ${what}`)
}
