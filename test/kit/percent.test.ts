import assert from 'node:assert/strict'
import { it } from 'node:test'
import { percentDecode } from '../../src/kit/percent.ts'

it('percent-decoding gives bytes of any encoding and leaves a lone % alone', () => {
  const texts: [text: string, decoded: Buffer | string][] = [
    ['', ''],
    ['plain/ä', 'plain/ä'],
    ['m%C3%BCnchen', 'münchen'],
    ['caf%e9', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
    ['100%', '100%'],
    ["width='100%' %3Csvg%3E", "width='100%' <svg>"],
    ['%2', '%2'],
    ['%%41', '%A'],
    ['%+1%0x', '%+1%0x'],
  ]
  for (const [text, decoded] of texts)
    assert.equal(percentDecode(text).equals(Buffer.from(decoded as string)), true, text)
})
