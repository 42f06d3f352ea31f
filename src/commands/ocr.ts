import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ocrCodeOf,
  ocrDataScope,
  ocrFolder,
  openOcrLanguages,
} from '../base/reader/ocr-languages.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from './command-error.ts'

type Call = { config: Config; args: string[] }

/** Into the data folder: the installation may be read-only, and `npm ci` would take it out again. */
export const addOcrLanguages = async ({ config, args }: Call) => {
  if (args.length === 0) throw new UsageError('Say which language: ocr add deu.')
  const wanted = args.map(ocrCodeOf)
  const wrong = wanted.find(code => !/^[a-z]{3}(?:_[a-z]{2,5})?$/.test(code))
  if (wrong) throw new UsageError(`"${wrong}" is not a language: try deu, fra or chi_sim.`)
  const folder = ocrFolder(config.dataDir)
  await mkdir(folder, { recursive: true })
  // Without one, npm looks for it in the folders above.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n', { flag: 'wx' }).catch(
    () => undefined,
  )
  const packages = wanted.map(code => `${ocrDataScope}/${code}`)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawn('npm', ['install', '--prefix', folder, ...options, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(npm, 'close')
  if (code !== 0) throw new UsageError(`npm could not install ${packages.join(', ')}.`)
  openOcrLanguages(config.dataDir, wanted).find(wanted)
  const text = `Installed ${wanted.join(', ')}. Calls name them in "documents": {"languages": …}, and OCR_LANGUAGES makes them the default.`
  return { text, json: { installed: wanted } }
}
