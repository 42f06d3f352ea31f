import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maxSitemapBytes, readSitemap } from '../../../src/products/crawl/read-sitemap.ts'

const url = 'https://a.example/sitemap.xml'
const entry = (name: string) => `<url><loc>https://a.example/${name}</loc></url>`
const file = (inner: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
const read = async (bytes: Uint8Array) => {
  const { entries, fault } = await readSitemap({ bytes, url })
  return { paths: entries.map(one => one.url.replace('https://a.example/', '')), fault }
}

test('a sitemap is read packed or not, in the encoding that its first bytes name', async () => {
  const text = file(entry('ä') + entry('b'))
  const whole = { paths: ['%C3%A4', 'b'], fault: undefined }
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const swapped = Buffer.from(utf16).swap16()
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, swapped])
    for (const one of [bytes, gzipSync(bytes)]) {
      const { paths, fault } = await read(one)
      if (one === bytes || bytes[0] === 0x3c || bytes[0] === 0xef)
        assert.deepEqual({ paths: paths.map(path => path.replace('ä', '%C3%A4')), fault }, whole)
    }
})

test('a letter that two pieces share is whole', async () => {
  const before = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><!--`
  const text = `${before}${'x'.repeat(65_535 - before.length)}ä-->${entry('ä')}</urlset>`
  const { paths, fault } = await read(Buffer.from(text))
  assert.deepEqual([paths.length, fault], [1, undefined])
})

test('of a packed file that was cut off, what came before counts', async () => {
  const names = Array.from({ length: 3_000 }, (_, at) => entry(`${at * 7919}`)).join('')
  const packed = gzipSync(file(names))
  const { paths } = await read(packed.subarray(0, packed.length / 2))
  assert.ok(paths.length > 500 && paths.length < 3_000, `${paths.length}`)
  // Blocks of 65,535 bytes; the second one is of a kind that there is not.
  const torn = gzipSync(file(names), { level: 0 })
  torn[10 + 5 + torn.readUInt16LE(11)] = 0x07
  const { paths: some, fault } = await read(torn)
  assert.ok(some.length > 500 && some.length < 3_000, `${some.length}`)
  assert.equal(fault, 'broken')
})

test('a file that unpacks to two hundred times its size is refused, from a megabyte on', async () => {
  const padded = (spaces: number) => gzipSync(file(entry('a') + ' '.repeat(spaces)))
  assert.deepEqual(await read(padded(900_000)), { paths: ['a'], fault: undefined })
  assert.equal((await read(padded(3_000_000))).fault, 'bomb')
  // The same, unpacked, is only long.
  assert.equal((await read(Buffer.from(file(entry('a') + ' '.repeat(3_000_000))))).fault, undefined)
})

test('more than fifty megabytes are not read', async () => {
  const bytes = Buffer.alloc(maxSitemapBytes + 1, ' ')
  bytes.write(file(entry('a')).slice(0, -'</urlset>'.length))
  assert.deepEqual(await read(bytes), { paths: ['a'], fault: 'full' })
  const most = bytes.subarray(0, maxSitemapBytes)
  assert.notEqual((await read(most)).fault, 'full')
})
