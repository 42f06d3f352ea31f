import { extname } from 'node:path'
import { type IconOptions, iconUrl, ogUrl } from '../icon.ts'
import { createSend } from '../transport.ts'
import { type Command, type Context, connectionOf, write } from './context.ts'
import { readLogin, serverOf } from './login-file.ts'
import { type Given, onlyWord } from './options.ts'
import { put } from './scrape.ts'
import { everywhere } from './shared-options.ts'
import { exitCodes, Usage } from './usage.ts'

export const icon: Command = {
  usage: 'DOMAIN',
  about: 'Saves the icon of a company, or the Open Graph image of a site.',
  examples: [
    [
      'siteray icon github.com -o github.png',
      'the format by the name: .png, .webp, .jpg, .avif or .svg',
    ],
    ['siteray icon github.com --size 64 --theme dark -o dark.webp', 'for a dark background'],
    ['siteray icon github.com --og -o card.png', 'the picture shown with links to the site'],
    ['siteray icon github.com --address', 'the URL for an <img>, without a request'],
  ],
  options: {
    out: {
      as: 'text',
      short: 'o',
      value: 'FILE',
      help: 'Write to a file instead of standard output',
    },
    size: { as: 'number', field: 'size', value: 'PIXELS', help: 'default 128; --og: 1200' },
    format: {
      as: 'text',
      field: 'format',
      short: 'f',
      value: 'KIND',
      help: 'png, webp, jpg, avif',
    },
    theme: { as: 'text', field: 'theme', value: 'WHICH', help: 'The background: light or dark' },
    retina: { as: 'flag', field: 'retina', help: 'Twice the pixels' },
    greyscale: { as: 'flag', field: 'greyscale', help: 'Without colors' },
    strict: { as: 'flag', help: 'Fail if there is no icon, instead of drawing a letter' },
    og: { as: 'flag', help: 'The Open Graph image' },
    address: { as: 'flag', help: 'Only print the URL' },
    json: { as: 'flag', help: 'Errors as JSON' },
    ...everywhere,
  },
  async run(given, context) {
    const domain = onlyWord(given, 'Which domain?')
    const { url, token } = await imagesOf(context, given)
    const options = { ...shapeOf(given), url, token } as IconOptions
    const address = given.has('og') ? ogUrl(domain, options) : iconUrl(domain, options)
    if (given.has('address')) {
      await write(context.stdout, `${address}\n`)
      return exitCodes.all
    }
    const answer = await createSend({ url, key: token })(address.slice(url.length), context)
    const kind = answer.headers.get('content-type')
    if (endingOf(given) === 'svg' && kind !== 'image/svg+xml')
      throw new Usage(`There is no SVG of it, only ${kind}: name a .png, .webp, .jpg or .avif.`)
    await put(context, given, new Uint8Array(await answer.arrayBuffer()))
    return exitCodes.all
  },
}

const endingOf = (given: Given): string =>
  extname(given.text('out') ?? '')
    .slice(1)
    .toLowerCase()

/** Pixels, where an option or the name of the file says so and the icon is a drawing. */
const shapeOf = (given: Given): object => {
  const asked = (given.text('format') ?? endingOf(given)).toLowerCase()
  const format = asked === 'jpeg' ? 'jpg' : asked
  const isPixels = ['png', 'webp', 'jpg', 'avif'].includes(format)
  return {
    ...given.body,
    ...(isPixels ? { format, ...(given.has('og') ? {} : { raster: true }) } : {}),
    ...(given.has('strict') ? { fallback: '404' } : {}),
  }
}

/** The image API is elsewhere, and has keys of its own. */
const imagesOf = async (
  context: Context,
  given: Given,
): Promise<{ url: string; token: string }> => {
  const { env } = context
  const login = readLogin(env)
  const url = env.SITERAY_IMAGE_URL ?? (given.has('server') ? undefined : login?.imageUrl)
  const token = env.SITERAY_TOKEN ?? login?.token
  if (!token)
    throw new Usage(
      'Icons need a publishable key: `siteray login --token pk_…`, or set SITERAY_TOKEN.',
    )
  if (url !== undefined) return { url: serverOf(url), token }
  return { url: await findImages(connectionOf(context, given).url, context.signal), token }
}

/** A server describes its image API, and so tells where it is. */
export const findImages = async (url: string, signal: AbortSignal): Promise<string> => {
  const answer = await createSend({ url, key: '' })('/openapi-images.json', { signal })
  const { servers } = (await answer.json()) as { servers?: { url?: string }[] }
  const found = servers?.[0]?.url
  if (!found) throw new Usage('Where are the images? Set SITERAY_IMAGE_URL.')
  return serverOf(found)
}
