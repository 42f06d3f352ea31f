import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Siteray } from '../siteray.ts'
import { type Command, type Context, readAll, say, write } from './context.ts'
import { findImages } from './icon.ts'
import { forgetLogin, keepLogin, loginPath, readLogin, serverOf } from './login-file.ts'
import type { Given } from './options.ts'
import { everywhere } from './shared-options.ts'
import { exitCodes, Stopped, Usage } from './usage.ts'

export const login: Command = {
  usage: '[URL]',
  about: 'Remembers your server and key, in a file that only you can read.',
  examples: [
    ['siteray login https://siteray.example.org', 'asks for the key without showing it'],
    ['siteray login https://siteray.example.org < key.txt', 'in a script'],
    ['siteray login https://siteray.example.org --token pk_…', 'for icons too'],
  ],
  options: {
    token: { as: 'text', value: 'pk_…', help: 'A publishable key, for `siteray icon`' },
    json: { as: 'flag', help: 'Errors as JSON' },
    ...everywhere,
  },
  async run(given, context) {
    const before = readLogin(context.env)
    const typed = given.words[0] ?? given.text('server')
    const url = serverOf(typed ?? (await askUrl(context, before?.url)))
    if (url.startsWith('http://') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url))
      await say(context, given, 'Note: this address is not https: others on the way see the key.')
    const key = await askKey(context)
    const token = given.text('token') ?? (before?.url === url ? before.token : undefined)
    if (token !== undefined && !token.startsWith('pk_'))
      throw new Usage('A publishable key starts with pk_.')
    const { plan } = await new Siteray({ url, key }).usage({ signal: context.signal })
    const imageUrl = await findImages(url, context.signal).catch(() => undefined)
    keepLogin(context.env, {
      ...{ url, key },
      ...(imageUrl === undefined ? {} : { imageUrl }),
      ...(token === undefined ? {} : { token }),
    })
    await say(context, given, `The key works (plan: ${plan}). Kept in ${loginPath(context.env)}.`)
    return exitCodes.all
  },
}

export const logout: Command = {
  usage: '',
  about: 'Forgets the server and key of `siteray login`.',
  examples: [['siteray logout', 'the key stays valid; delete it in the dashboard']],
  options: everywhere,
  async run(given: Given, context) {
    forgetLogin(context.env)
    await say(context, given, `${loginPath(context.env)} deleted.`)
    return exitCodes.all
  },
}

const askUrl = async (context: Context, known: string | undefined): Promise<string> => {
  if (!context.stdin.isTTY) throw new Usage('Where is Siteray? `siteray login https://…`')
  const hint = known === undefined ? '' : ` (${known})`
  const typed = (await ask(context, `Address of Siteray${hint}: `, context.stderr)).trim()
  if (typed === '' && known === undefined) throw new Usage('An address is needed.')
  return typed || (known ?? '')
}

const askKey = async (context: Context): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const typed = context.stdin.isTTY
    ? await ask(context, 'Secret key (sr_…), not shown: ', silent)
    : await readAll(context.stdin)
  const key = typed.trim()
  if (!/^sr_\S+$/.test(key)) throw new Usage('That is no secret key: those start with sr_.')
  return key
}

const ask = async (
  { stdin, stderr, signal }: Context,
  question: string,
  echo: NodeJS.WritableStream,
): Promise<string> => {
  await write(stderr, question)
  const reading = createInterface({ input: stdin, output: echo, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      reading.once('SIGINT', () => reject(new Stopped(130)))
      reading.once('close', () => reject(new Usage('Nothing was typed.')))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      reading.once('line', resolve)
    })
  } finally {
    reading.close()
    if (echo !== stderr) await write(stderr, '\n')
  }
}
