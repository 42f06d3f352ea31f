import type { Option, Options } from './options.ts'

export const everywhere: Options = {
  server: {
    ...{ as: 'text', value: 'URL' },
    help: 'Another server than the one of `siteray login`',
  },
  quiet: { as: 'flag', short: 'q', help: 'Print only results and errors' },
  help: { as: 'flag', short: 'h', help: 'Show this help' },
}

export const asJson: Options = {
  json: { as: 'flag', help: 'Print the whole answer as JSON, and errors too' },
}

export const asLines: Options = {
  json: {
    as: 'flag',
    help: 'JSON on a terminal too, or with --out one .json file per page; errors as JSON',
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
    help: 'One file per page, and manifest.jsonl; run the same line again to resume',
  },
  resume: { as: 'flag', help: 'Resume the job in --out' },
}

/** How a site is reached, and as whom. */
export const travel: Options = {
  session: {
    ...{ as: 'text', field: 'session', value: 'ID' },
    help: 'Read as a member, with this session (ses_…)',
  },
  way: { as: 'text', field: 'way', value: 'NAME', help: 'Use the way out with this name' },
  country: {
    ...{ as: 'text', field: 'location.country', value: 'CC' },
    help: 'Use a way out in this country, such as DE',
  },
  language: {
    ...{ as: 'list', field: 'location.languages', value: 'LIST' },
    help: 'The visitor’s languages, such as de-AT,de',
  },
  'time-zone': {
    ...{ as: 'text', field: 'location.timeZone', value: 'ZONE' },
    help: 'The visitor’s time zone, such as Europe/Vienna',
  },
  'retry-ways': {
    ...{ as: 'number', field: 'retryWays', value: 'N' },
    help: 'Other ways out to try after a block, 0 to 3',
  },
}

const howToRead: Options = {
  render: {
    ...{ as: 'text', field: 'render', value: 'WHEN' },
    help: 'Use a browser: auto (default), always, never',
  },
  'wait-for': {
    ...{ as: 'number', field: 'waitFor', value: 'MS' },
    help: 'Wait after the page has loaded in the browser',
  },
  timeout: {
    as: 'number',
    field: 'timeout',
    value: 'MS',
    help: 'Time limit for a page; default 30000',
  },
  header: {
    ...{ as: 'headers', field: 'headers', value: '"NAME: VALUE"' },
    help: 'Sent to the page; may be repeated',
  },
  mobile: { as: 'flag', field: 'mobile', help: 'Load the page as a mobile device' },
  'max-age': {
    ...{ as: 'number', field: 'maxAge', value: 'MS' },
    help: 'Accept a stored copy up to this age',
  },
  ...travel,
}

const whichPart: Options = {
  'include-tags': {
    ...{ as: 'many', field: 'includeTags', value: 'SELECTOR' },
    help: 'Only matching parts; may be repeated',
  },
  'exclude-tags': {
    ...{ as: 'many', field: 'excludeTags', value: 'SELECTOR' },
    help: 'Without matching parts; may be repeated',
  },
}

const more: Options = {
  options: {
    ...{ as: 'json', field: 'more', value: 'JSON|FILE' },
    help: 'Any other field of the API',
  },
}

const robots: Options = {
  robots: { as: 'flag', field: 'respectRobots', help: 'Obey the site’s robots.txt' },
}
export const noRobots: Options = {
  'no-robots': {
    ...{ as: 'flag', field: 'respectRobots', sends: false },
    help: 'Ignore the site’s robots.txt',
  },
}

const formatNames =
  'markdown (default), html, rawHtml, text, chunks, links, images, metadata, summary'
const formats: Options = {
  format: {
    ...{ as: 'list', field: 'formats', short: 'f', value: 'LIST' },
    help: `${formatNames}, screenshot`,
  },
  'whole-page': {
    ...{ as: 'flag', field: 'onlyMainContent', sends: false },
    help: 'Include navigation, footers and the like',
  },
}

export const reading: Options = { ...formats, ...whichPart, ...howToRead, ...robots, ...more }
export const readingOfFiles: Options = {
  ...formats,
  format: { ...(formats.format as Option), help: formatNames },
  ...whichPart,
  timeout: howToRead.timeout as Option,
  ...more,
}
export const readingOfMany: Options = {
  ...{ ...formats, ...whichPart, ...howToRead, ...noRobots },
  delay: {
    ...{ as: 'number', field: 'delay', value: 'MS' },
    help: 'Pause between two requests to one host',
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
  limit: {
    as: 'number',
    field: 'limit',
    short: 'n',
    value: 'N',
    help: 'The maximum number of pages',
  },
  scope: {
    as: 'text',
    field: 'scope',
    value: 'WHERE',
    help: 'Where to stay: host, path or domain',
  },
  include: {
    ...{ as: 'many', field: 'include', value: 'PATTERN' },
    help: 'Only matching paths, such as /docs/**; may be repeated',
  },
  exclude: {
    ...{ as: 'many', field: 'exclude', value: 'PATTERN' },
    help: 'Without matching paths; may be repeated',
  },
  sitemap: {
    as: 'text',
    field: 'sitemap',
    value: 'HOW',
    help: 'How to use sitemaps: include (default), only, skip',
  },
  'ignore-query': {
    ...{ as: 'flag', field: 'ignoreQuery' },
    help: 'Treat URLs that differ only in their query as one',
  },
}
