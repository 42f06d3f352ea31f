import { type Command, connect } from './context.ts'
import { onlyWord } from './options.ts'
import { put } from './scrape.ts'
import { everywhere, readingForLooks, toFile } from './shared-options.ts'
import { exitCodes, Usage } from './usage.ts'

const formats = ['css', 'tailwind', 'dtcg'] as const

export const brand: Command = {
  usage: 'URL',
  about: 'Profiles the branding of a site: colors, fonts, logos, spacing.',
  examples: [
    ['siteray brand https://example.com/ > brand.json', 'the whole profile'],
    ['siteray brand https://example.com/ --include colors,images', 'without a browser, cheaper'],
    ['siteray brand https://example.com/ --css -o brand.css', 'custom properties'],
    ['siteray brand https://example.com/ --tailwind', 'a Tailwind theme; --dtcg: design tokens'],
  ],
  options: {
    include: {
      ...{ as: 'list', field: 'include', value: 'LIST' },
      help: 'colors, typography, images, components, spacing, personality, designSystem',
    },
    css: { as: 'flag', help: 'As CSS custom properties' },
    tailwind: { as: 'flag', help: 'As a Tailwind v4 theme' },
    dtcg: { as: 'flag', help: 'As W3C design tokens' },
    json: { as: 'flag', help: 'The profile as JSON (the default); errors as JSON too' },
    evidence: { as: 'flag', field: 'evidence', help: 'Add the source of each value' },
    ...{ ...readingForLooks, ...toFile, ...everywhere },
  },
  async run(given, context) {
    const url = onlyWord(given, 'The URL of a site is missing.')
    const [format, second] = formats.filter(given.has)
    if (second !== undefined) throw new Usage(`--${format} or --${second}, not both.`)
    const siteray = connect(context, given)
    const asked = { ...given.body, signal: context.signal }
    const answer = format
      ? await siteray.branding(url, { ...asked, format })
      : await siteray.branding(url, asked)
    await put(context, given, answer)
    return exitCodes.all
  },
}
