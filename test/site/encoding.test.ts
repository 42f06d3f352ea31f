import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charsetOf, decodeHtml } from '../../src/site/encoding.ts'
import { cpuMs } from '../support/cpu-time.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const decode = (content: Uint8Array, header?: string) => decodeHtml(content, header)

test('a byte order mark outranks header and meta, and is not text', () => {
  const content = bytes([0xef, 0xbb, 0xbf], '<meta charset=shift_jis>', [0xc3, 0xa9])
  const { text, encoding } = decode(content, 'text/html; charset=windows-1252')
  assert.equal(encoding, 'utf-8')
  assert.ok(text.endsWith('é') && text.startsWith('<meta'))
  assert.equal(decode(bytes([0xff, 0xfe, 0x61, 0])).text, 'a')
  assert.equal(decode(bytes([0xfe, 0xff, 0, 0x61])).text, 'a')
})

test('the header outranks meta', () => {
  const content = bytes('<meta charset=utf-8>', [0xe9])
  assert.deepEqual(decode(content, 'text/html;charset="ISO-8859-1"').encoding, 'windows-1252')
  assert.ok(decode(content, 'text/html;charset=latin1').text.endsWith('é'))
})

test('a header that names no encoding is passed over', () => {
  const content = bytes('<meta charset=euc-kr>', [0xb0, 0xa1])
  for (const header of [
    'text/html; charset=utf-7',
    'text/html; charset=',
    'text/html; charset=x-bogus',
    'text/html',
  ])
    assert.deepEqual(decode(content, header), {
      text: '<meta charset=euc-kr>가',
      encoding: 'euc-kr',
    })
})

test('every encoding of the web is decoded', () => {
  const samples: [label: string, content: number[], text: string][] = [
    ['gb18030', [0xc4, 0xe3, 0xba, 0xc3], '你好'],
    ['gb2312', [0xc4, 0xe3], '你'],
    ['gbk', [0xba, 0xc3], '好'],
    ['big5', [0xa7, 0x41], '你'],
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['euc-jp', [0xc6, 0xfc], '日'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['euc-kr', [0xb0, 0xa1], '가'],
    ['windows-1251', [0xcf, 0xf0], 'Пр'],
    ['koi8-r', [0xf0], 'П'],
    ['iso-8859-2', [0xb1], 'ą'],
    ['windows-1252', [0x80], '€'],
    ['iso-8859-1', [0x93], '“'],
    ['macintosh', [0x8e], 'é'],
  ]
  for (const [label, content, text] of samples) {
    assert.equal(decode(bytes(content), `text/html; charset=${label}`).text, text, label)
    assert.ok(decode(bytes(`<meta charset="${label}">`, content)).text.endsWith(text), label)
  }
})

test('the prescan follows the standard', () => {
  const e = [0xe9]
  const encodingOf = (head: string) => decode(bytes(head, e)).encoding
  assert.equal(
    encodingOf('<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=koi8-r">'),
    'koi8-r',
  )
  assert.equal(
    encodingOf("<meta content='text/html;charset = koi8-r' http-equiv=content-type>"),
    'koi8-r',
  )
  assert.equal(encodingOf('<meta content="text/html; charset=koi8-r">'), 'windows-1252')
  assert.equal(encodingOf('<!-- <meta charset=koi8-r> --><meta charset=euc-jp>'), 'euc-jp')
  assert.equal(encodingOf('<meta charset=koi8-r><meta charset=euc-jp>'), 'koi8-r')
  assert.equal(encodingOf('<meta charset=bogus><meta charset=euc-jp>'), 'euc-jp')
  assert.equal(encodingOf('<a title="<meta charset=koi8-r>"><meta charset=euc-jp>'), 'euc-jp')
  assert.equal(encodingOf('<metacharset=koi8-r>'), 'windows-1252')
  assert.equal(encodingOf('<meta charset=utf-16le>'), 'utf-8')
  assert.equal(encodingOf('<meta charset=x-user-defined>'), 'windows-1252')
  assert.equal(encodingOf('<?xml version="1.0" encoding="iso-8859-2"?><x>'), 'iso-8859-2')
  assert.equal(encodingOf(`${'<script>var a</script>'.repeat(300)}<meta charset=koi8-r>`), 'koi8-r')
})

test('without any word: UTF-8 where the bytes are, else windows-1252', () => {
  assert.equal(decode(Buffer.from('naïve 日本')).text, 'naïve 日本')
  assert.deepEqual(decode(bytes('na', [0xef], 've')), { text: 'naïve', encoding: 'windows-1252' })
  assert.equal(decode(new Uint8Array()).text, '')
})

test('the charset of a content type', () => {
  assert.equal(charsetOf('text/html; CHARSET=UTF-8; x=y'), 'UTF-8')
  assert.equal(charsetOf("text/html; charset='a b'"), 'a b')
  assert.equal(charsetOf('text/html; charset="open'), undefined)
  assert.equal(charsetOf('text/html; charsetx=1; charset=b'), 'b')
  assert.equal(charsetOf('text/html'), undefined)
})

test('hostile heads are read in time', () => {
  for (const head of [
    '<'.repeat(20_000),
    '<meta '.repeat(4_000),
    `<meta ${'a '.repeat(9_000)}`,
    '<!--'.repeat(5_000),
  ]) {
    assert.ok(cpuMs(() => decode(bytes(head, [0xe9]))) < 500)
  }
})
