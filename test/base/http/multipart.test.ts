import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readForm, readJsonPart, writeForm } from '../../../src/base/http/multipart.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { createRandom } from '../../support/random.ts'

const sent = async (form: FormData) => {
  const answer = new Response(form)
  const contentType = answer.headers.get('content-type') ?? ''
  return { contentType, body: Buffer.from(await answer.arrayBuffer()) }
}
const shown = (parts: ReturnType<typeof readForm>) =>
  parts.map(({ bytes, ...part }) => ({ ...part, text: bytes.toString() }))

describe('a form', () => {
  it('is read as a browser’s way of writing means it', async () => {
    const form = new FormData()
    form.append('file', new File(['a\r\n--b\r\n\r\n'], 'Ülk "x"\r\n.txt', { type: 'text/plain' }))
    form.append('empty', new File([], 'a.html', { type: 'text/html' }))
    form.append('options', '{"a":"é"}')
    const { body, contentType } = await sent(form)
    assert.deepEqual(shown(readForm(body, contentType)), [
      {
        name: 'file',
        fileName: 'Ülk "x"\r\n.txt',
        contentType: 'text/plain',
        text: 'a\r\n--b\r\n\r\n',
      },
      { name: 'empty', fileName: 'a.html', contentType: 'text/html', text: '' },
      { name: 'options', fileName: undefined, contentType: '', text: '{"a":"é"}' },
    ])
  })

  it('is read with a short boundary, one of dashes, a preamble, and names without quotes', () => {
    for (const boundary of ['x', '-'.repeat(70)])
      for (const preamble of ['', 'For old readers.\r\n']) {
        const head = "CONTENT-DISPOSITION: form-data; name=file; filename*=UTF-8''%C3%BC.txt"
        const body = Buffer.from(
          `${preamble}--${boundary} \r\n${head}\r\n\r\nwords\r\n--${boundary}--\r\nafter`,
        )
        const type = `multipart/form-data; charset=utf-8; boundary="${boundary}"`
        assert.deepEqual(shown(readForm(body, type)), [
          { name: 'file', fileName: 'ü.txt', contentType: '', text: 'words' },
        ])
      }
  })

  it('is written so that it is read as it was', () => {
    const part = {
      name: 'a"b',
      fileName: 'c\r\nd"',
      contentType: 'text/x',
      bytes: Buffer.from('\r\n'),
    }
    const { body, contentType } = writeForm([part, { ...part, fileName: undefined }])
    assert.deepEqual(readForm(body, contentType), [part, { ...part, fileName: undefined }])
  })

  it('is refused in a sentence past its limits or where it is broken', () => {
    const type = 'multipart/form-data; boundary=x'
    const part = (head: string) => `--x\r\n${head}\r\n\r\n\r\n`
    const named = part('content-disposition: form-data; name="a"')
    const refused = (text: string, sentence: RegExp, contentType = type) =>
      assert.throws(() => readForm(Buffer.from(text), contentType), {
        code: 'invalid_request',
        message: sentence,
      })
    refused(`${named.repeat(11)}--x--`, /more than 10 parts/)
    refused(`${part(`x: ${'y'.repeat(9_000)}`)}--x--`, /too long a head/)
    refused(`${part('content-type: text/plain')}--x--`, /no name/)
    refused(`${part('content-disposition: form-data; name="\0"')}--x--`, /cannot be stored/)
    refused(named, /ends within a part/)
    refused('', /ends within a part/)
    refused(`${named}--x--`, /boundary/, 'multipart/form-data')
    const bytes = Buffer.from(`"${'a'.repeat(1_100_000)}"`)
    const large = { name: 'options', fileName: undefined, contentType: '', bytes }
    assert.throws(() => readJsonPart(large), /"options" is larger than 1 MB/)
  })

  it('is never more than refused, wherever it is cut or changed', async () => {
    const form = new FormData()
    form.append('file', new File(['some words'], 'a.txt'))
    form.append('options', '{}')
    const { body, contentType } = await sent(form)
    const random = createRandom(7)
    for (let at = 0; at < 2_000; at++) {
      const changed = Buffer.from(body.subarray(0, random.int(body.length + 1)))
      for (let n = random.int(4); n > 0 && changed.length > 0; n--)
        changed[random.int(changed.length)] = random.pick([0, 10, 13, 34, 45, 59, 61, 92, 255])
      try {
        readForm(changed, contentType)
      } catch (error) {
        assert.ok(error instanceof AppError, String(error))
      }
    }
  })
})
