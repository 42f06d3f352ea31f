import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHtml, decodeText } from '../../../src/page/html/encoding.ts'
import { cpuMs } from '../../support/cpu-time.ts'

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

test('UTF-16 without a mark is known by its zeros', () => {
  const text = 'Name\tCity\r\nÄnne\tKöln – Ω\r\n'
  const little = Buffer.from(text, 'utf16le')
  assert.deepEqual(decode(little), { text, encoding: 'utf-16le' })
  assert.deepEqual(decode(Buffer.from(little).swap16()), { text, encoding: 'utf-16be' })
  for (const other of [
    bytes('a\0b\0c'),
    bytes('\0\0a\0'.repeat(20)),
    bytes('\0a'.repeat(8), 'b'.repeat(99)),
  ])
    assert.ok(!decode(other).encoding.startsWith('utf-16'))
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
    'text/html; charset="utf-8;',
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
  for (const tag of ['p', '/p', 'P', '/P'])
    assert.equal(
      encodingOf(`<${tag} title="><meta charset=euc-kr>"><meta charset=koi8-r>`),
      'koi8-r',
      tag,
    )
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

test('a few broken letters leave UTF-8 what it is', () => {
  const texts = [
    'これは日本語の文章です。'.repeat(40),
    'süße Grüße aus München, Äpfel',
    'Это русский',
  ]
  for (const text of texts)
    for (const cut of [[0xe3, 0x81], [0xc3], [0xff]])
      for (const end of ['', ' and more.']) {
        const { text: read, encoding } = decode(bytes([...Buffer.from(text)], cut, end))
        assert.deepEqual({ read, encoding }, { read: `${text}\ufffd${end}`, encoding: 'utf-8' })
      }
  // Cut at its end, a text needs no more than one whole letter to say so.
  assert.equal(decode(bytes('The caf', [0xc3, 0xa9], ' is', [0xe2, 0x80])).encoding, 'utf-8')
  assert.equal(decode(bytes('The caf', [0xe9])).text, 'The café')
  assert.equal(decode(bytes('Ã© is wrong; caf', [0xe9], ' is right')).encoding, 'windows-1252')
})

test('the charset of a content type', () => {
  const encodingOf = (header: string) => decode(Buffer.from('é'), header).encoding
  assert.equal(encodingOf('text/html; CHARSET=KOI8-R; x=y'), 'koi8-r')
  assert.equal(encodingOf("text/html; charset=' koi8-r '; x=y"), 'koi8-r')
  assert.equal(encodingOf('text/html; charset="koi8-r'), 'utf-8')
  assert.equal(encodingOf('text/html; charsetx=euc-jp; charset=koi8-r'), 'koi8-r')
  assert.equal(encodingOf('text/html'), 'utf-8')
})

test('a file beside the page is UTF-8 unless its mark or its header say otherwise', () => {
  assert.equal(decodeText(bytes('<meta charset=koi8-r>', [0xc3, 0xa9]), undefined).at(-1), 'é')
  assert.equal(decodeText(bytes([0xe9]), 'text/css; charset=latin1'), 'é')
  assert.equal(decodeText(bytes([0xff, 0xfe, 0x61, 0]), 'text/css; charset=latin1'), 'a')
  assert.equal(decodeText(bytes('a', [0xc3]), 'text/css; charset=bogus'), 'a\ufffd')
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

test('another script without any word is known by its letters', () => {
  /** `iconv` of two sentences each, as base64. */
  const samples: [encoding: string, base64: string, word: string][] = [
    [
      'windows-1251',
      '0OXq4CDt5fG48iDs4Ovl7fzq6OUg6+7k6ugg7Ojs7iDx8uDw7ukg7OXr/O3o9vsuIMTl8ugg8fLu//Ig7eAg7O7x8vMg6CDx9+jy4P7yIOj1Lg==',
      'мельницы',
    ],
    [
      'koi8-r',
      '8sXLwSDOxdOj1CDNwczFztjLycUgzM/Ey8kgzcnNzyDT1MHSz8ogzcXM2M7Jw9kuIOTF1Mkg09TP0dQgzsEgzc/T1NUgySDT3snUwcDUIMnILg==',
      'мельницы',
    ],
    [
      'shift_jis',
      'kOyCzYzDgqKQhY7UgsyCu4LOgvCPrIKzgsiPTYLwiV6C8YLFgqKCrYFCjnGLn4K9gr+CzYu0gsyP44LJl6eCwYLEkJSCpoLEgqKC6YFC',
      '子供たち',
    ],
    [
      'euc-jp',
      'wO6kz7jFpKS/5bzWpM6kvaTQpPK+rqS1pMq9rqTysb+k86THpKSkr6Gju9K2oaS/pMGkz7a2pM6+5aTLzqmkw6TGv/SkqKTGpKSk66Gj',
      '子供たち',
    ],
    [
      'gb18030',
      '1eLM9brTtPjXxdChtKy008DPy66ztcXUsd/B97n9oaO6otfTw8fVvtTax8XJzyzSu7j20ru49rXYyv3Xxcv8w8csy/vDx8u1vfHE6rXEtLrM7MC0tcO63NTnoaM=',
      '孩子们',
    ],
    [
      'big5',
      's2+x+KplsWG126Rwsu6xcabRpPSorq7Hw+SseblMoUOrxKRsrcyvuKZivvSkVyykQK3TpECt06ZhvMa126WmrcwspUytzLuhpLWmfqq6rEuk0ajTsW+r3KatoUM=',
      '孩子們',
    ],
    [
      'euc-kr',
      'sK3AuiC/wLehtcggubC3ubnmvsYgv7fAuLfOIMDbwLoguei4piCzqrijsO0gwNa02S4gvsbAzLXpwLogtNm4riDAp7+hILytvK0gx8+zqr6/ILy8sO0gwNa02S4=',
      '아이들은',
    ],
    [
      'windows-1253',
      '1O8g8O/03OzpIOrv9eLh69wg7Onq8d3yIOLc8erl8iDk3/Dr4SDz9O/tIPDh6+n8IOz96+8uINThIPDh6eTp3CDz9N3q7+304ekg8/TnIOPd9vXx4S4=',
      'παιδιά',
    ],
    [
      'windows-1255',
      '5Ons4+ntIPjg5SDg+iDk6e0g5OLj5ewuIPns5e0g7Ovl7O0sIODw5/DlIPnu5+ntIOzh+fgg8uwg9Prp5/og5Ofw5fog5Ofj+eQg4fjn5eEg5Pj27C4=',
      'הילדים',
    ],
    ['iso-2022-jp', 'GyRCO1I2ISQ/JEEkTzMkJHI4KyQ/ISMbKEI=', '子供たち'],
  ]
  for (const [encoding, base64, word] of samples) {
    const { text, encoding: guessed } = decode(
      Buffer.concat([Buffer.from('<title>T</title><p>'), Buffer.from(base64, 'base64')]),
    )
    assert.equal(guessed, encoding)
    assert.ok(text.includes(word), text)
  }
})

test('tables and code are guessed by their words, and accents are no other script', () => {
  const samples: [encoding: string, base64: string, text: string][] = [
    [
      'shift_jis',
      'lryRTyyPWo+KLIvginoKjlKTY5G+mFksk4yLnpNzkOeR45Nji+aQX5NjLDEyMDAKl+mW2InUjnEskeWN445zlmuL5pR+k2MsMzQwMAo=',
      '名前,住所,金額\n山田太郎,東京都千代田区神田,1200\n鈴木花子,大阪市北区梅田,3400\n',
    ],
    [
      'euc-jp',
      'w8TCzqWzobylySzF1Ma7ydy4qcy+LLvUtujErsK8zL4KMDExMDAyLMvMs6TGuyy7pcvau9QK',
      '団体コード,都道府県名,市区町村名\n011002,北海道,札幌市\n',
    ],
    [
      'gb18030',
      '0NXD+yy12Na3LL3wtu4K1cXI/Syxsb6pytC6o7Xtx/jW0LnYtOUsMTIwMArA7svELMnPuqPK0MbWtqvQwsf4LDM0MDAK',
      '姓名,地址,金额\n张三,北京市海淀区中关村,1200\n李四,上海市浦东新区,3400\n',
    ],
    [
      'big5',
      'qW2mVyymYad9LKr3w0IKsWmkVCy7T6VfpaukpKW/sM+tq7x5q2649CwxMjAwCqf1pXwssKq2r6WrrWS2rrDPLDM0MDAK',
      '姓名,地址,金額\n張三,臺北市中正區重慶南路,1200\n李四,高雄市苓雅區,3400\n',
    ],
    [
      'windows-1251',
      'aWQscHJvZHVjdF9uYW1lLGNhdGVnb3J5X2NvZGUscHJpY2UKMSzM7uvu6u4sZGFpcnlfcHJvZHVjdHNfZnJlc2gsODAKMizV6+XhIPDm4O3u6SxiYWtlcnlfcHJvZHVjdHMsNDAK',
      'id,product_name,category_code,price\n1,Молоко,dairy_products_fresh,80\n2,Хлеб ржаной,bakery_products,40\n',
    ],
    [
      'windows-1253',
      'IyDB9fT8IOXf7eHpIN3t4SDz9/zr6e8KcHJpbnQoImEgcmF0aGVyIGxvbmcgdGV4dCBpbiBFbmdsaXNoIGJlc2lkZSBpdCIpCg==',
      '# Αυτό είναι ένα σχόλιο\nprint("a rather long text in English beside it")\n',
    ],
    [
      'windows-1252',
      'yWzodmUgZOnndSDgIGP0dOmFIG/5IGyS6XTpIGNy6eksIE5v62wsIGOcdXIsIKsgYpx1ZiC7IHRy6HMg4mfpLCBuYe92ZSBwculm6XLpIGZvcup0Lg==',
      'Élève déçu à côté… où l’été créé, Noël, cœur, « bœuf » très âgé, naïve préféré forêt.',
    ],
  ]
  for (const [encoding, base64, text] of samples)
    assert.deepEqual(decode(Buffer.from(base64, 'base64')), { text, encoding })
})

test('a few letters beyond ASCII stay Western', () => {
  for (const text of ['Die Flüsse tragen Boote über die Brücke', 'où êtes-vous allés, élève ?'])
    assert.deepEqual(decode(Buffer.from(text, 'latin1')), { text, encoding: 'windows-1252' })
})
