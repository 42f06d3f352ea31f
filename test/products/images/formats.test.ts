import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bestFormat } from '../../../src/products/images/formats.ts'

it('format=auto is the smallest format that the client takes', () => {
  const cases: [accept: string | undefined, format: string][] = [
    [undefined, 'png'],
    ['*/*', 'png'],
    ['image/avif,image/webp,*/*;q=0.8', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['Image/WebP', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['image/avif; Q=0.000,image/webp ;q=0.0', 'png'],
    ['image/avif;q=0.1', 'avif'],
    ['image/avif-sequence', 'png'],
  ]
  for (const [accept, format] of cases) assert.equal(bestFormat(accept), format, accept)
})
