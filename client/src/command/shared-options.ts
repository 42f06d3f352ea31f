import type { Option, Options } from './options.ts'

export const everywhere: Options = {
  server: {
    ...{ as: 'text', value: 'URL' },
    help: 'Another Siteray than the one of `siteray login`',
  },
  quiet: { as: 'flag', short: 'q', help: 'Only results and errors' },
  help: { as: 'flag', short: 'h', help: 'This text' },
}

export const asJson: Options = {
  json: { as: 'flag', help: 'The whole answer as JSON; errors as JSON too' },
}

export const asLines: Options = {
  json: {
    as: 'flag',
    help: 'JSON on a terminal too; with --out a .json file for each page; errors as JSON',
  },
}

export const toFile: Options = {
  out: {
    as: 'text',
    short: 'o',
    value: 'FILE',
    help: 'Write to a file instead of standard output',
  },
}

export const toFolder: Options = {
  out: {
    ...{ as: 'text', short: 'o', value: 'DIR' },
    help: 'A file for each page, and manifest.jsonl; the same line again goes on where it stopped',
  },
  resume: { as: 'flag', help: 'Go on with what is in --out, without saying again what it was' },
}

/** How a site is reached, and as whom. */
export const travel: Options = {
  session: {
    ...{ as: 'text', field: 'session', value: 'ID' },
    help: 'Signed in with this session (ses_…)',
  },
  way: { as: 'text', field: 'way', value: 'NAME', help: 'A way out of the server, by its name' },
  country: {
    ...{ as: 'text', field: 'location.country', value: 'CC' },
    help: 'Through a way out in this country, such as DE',
  },
  language: {
    ...{ as: 'list', field: 'location.languages', value: 'LIST' },
    help: 'Languages of the visitor, such as de-AT,de',
  },
  'time-zone': {
    ...{ as: 'text', field: 'location.timeZone', value: 'ZONE' },
    help: 'Of the visitor, such as Europe/Vienna',
  },
  'retry-ways': {
    ...{ as: 'number', field: 'retryWays', value: 'N' },
    help: 'How many other ways of the country to try after a block',
  },
}

const howToRead: Options = {
  render: {
    ...{ as: 'text', field: 'render', value: 'WHEN' },
    help: 'Use a browser: auto (default), always, never',
  },
  'wait-for': {
    ...{ as: 'number', field: 'waitFor', value: 'MS' },
    help: 'After the page has loaded in the browser',
  },
  timeout: { as: 'number', field: 'timeout', value: 'MS', help: 'For a page; default 30000' },
  header: {
    ...{ as: 'headers', field: 'headers', value: '"NAME: VALUE"' },
    help: 'Sent to the page; may be repeated',
  },
  mobile: { as: 'flag', field: 'mobile', help: 'As a phone sees it' },
  'max-age': {
    ...{ as: 'number', field: 'maxAge', value: 'MS' },
    help: 'A stored copy will do if it is not older',
  },
  ...travel,
}

const whichPart: Options = {
  'include-tags': {
    ...{ as: 'many', field: 'includeTags', value: 'SELECTOR' },
    help: 'Only what it matches; may be repeated',
  },
  'exclude-tags': {
    ...{ as: 'many', field: 'excludeTags', value: 'SELECTOR' },
    help: 'Not what it matches; may be repeated',
  },
}

const more: Options = {
  options: {
    ...{ as: 'json', field: 'more', value: 'JSON|FILE' },
    help: 'Whatever else the API takes, as in its reference',
  },
}

const robots: Options = {
  robots: { as: 'flag', field: 'respectRobots', help: 'Obey the site’s robots.txt' },
}
export const noRobots: Options = {
  'no-robots': {
    ...{ as: 'flag', field: 'respectRobots', sends: false },
    help: 'Do not ask the site’s robots.txt',
  },
}

const formats: Options = {
  format: {
    ...{ as: 'list', field: 'formats', short: 'f', value: 'LIST' },
    help: 'markdown (default), html, rawHtml, links, images, screenshot, metadata',
  },
  'whole-page': {
    ...{ as: 'flag', field: 'onlyMainContent', sends: false },
    help: 'Navigation, footers and all',
  },
}

export const reading: Options = { ...formats, ...whichPart, ...howToRead, ...robots, ...more }
export const readingOfFiles: Options = {
  ...formats,
  ...whichPart,
  timeout: howToRead.timeout as Option,
  ...more,
}
export const readingOfMany: Options = {
  ...{ ...formats, ...whichPart, ...howToRead, ...noRobots },
  delay: {
    ...{ as: 'number', field: 'delay', value: 'MS' },
    help: 'Between two requests to one host',
  },
  ...more,
}
export const readingForData: Options = {
  'main-content': {
    ...{ as: 'flag', field: 'onlyMainContent' },
    help: 'Leave out navigation, footers and the like',
  },
  ...{ ...whichPart, ...howToRead, ...robots, ...more },
}
const { timeout, header, mobile } = howToRead as Required<typeof howToRead>
export const readingForLooks = { timeout, header, mobile, ...travel, ...robots } as Options

export const site: Options = {
  limit: { as: 'number', field: 'limit', short: 'n', value: 'N', help: 'The maximum number' },
  scope: { as: 'text', field: 'scope', value: 'WHERE', help: 'Stay on the host, path or domain' },
  include: {
    ...{ as: 'many', field: 'include', value: 'PATTERN' },
    help: 'Only paths like this: /docs/**; may be repeated',
  },
  exclude: {
    ...{ as: 'many', field: 'exclude', value: 'PATTERN' },
    help: 'No paths like this; may be repeated',
  },
  sitemap: { as: 'text', field: 'sitemap', value: 'HOW', help: 'include, only, skip' },
  'ignore-query': {
    ...{ as: 'flag', field: 'ignoreQuery' },
    help: 'Pages that differ after the ? are one',
  },
}
