import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { pack } from '../src/products/companies/pack.ts'
import { decide } from './companies/decide.ts'
import { readSources } from './companies/sources.ts'

/**
 * Builds the table of companies: `npm run companies -- --data folder`. Reads the pinned files and
 * the hand-written lists, decides who is called what, and writes what the server reads. With
 * `--check` nothing is written: it fails if the file would change.
 */
const main = () => {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, check: { type: 'boolean', default: false } },
  })
  if (!values.data) throw new Error('Name the folder of the pinned files: --data folder')
  const sources = readSources(values.data)
  const companies = decide(sources)
  const bytes = zstdCompressSync(pack(companies, sources.coins), {
    // A third of the time of brotli at every start, for a tenth more on the disk.
    params: { [constants.ZSTD_c_compressionLevel]: 19 },
  })
  const tickers = companies.reduce((sum, company) => sum + company.tickers.size, 0)
  console.log(`${companies.length} companies, ${tickers} tickers, ${sources.coins.length} coins`)
  console.log(`${Math.round(bytes.length / 1000)} kB`)
  if (!values.check) writeFileSync(file, bytes)
  else if (!readFileSync(file).equals(bytes)) {
    console.error(`not current: ${file.pathname}`)
    process.exitCode = 1
  }
}

const file = new URL('../src/products/companies/companies.generated.bin', import.meta.url)

main()
