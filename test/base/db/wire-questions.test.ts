import assert from 'node:assert/strict'
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { describe, it } from 'node:test'
import { Login } from '../../../src/base/db/client/authentication.ts'
import * as messages from '../../../src/base/db/client/messages.ts'
import { writer } from '../../../src/base/db/client/writer.ts'

/** The bytes of a message, readable: numbers are written out by hand as PostgreSQL documents them. */
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => Buffer.from(part as string)))

describe('what is sent to the database', () => {
  const cases: [name: string, sent: Buffer, expected: Buffer][] = [
    ['sync', messages.sync, bytes('S', [0, 0, 0, 4])],
    ['flush', messages.flush, bytes('H', [0, 0, 0, 4])],
    ['terminate', messages.terminate, bytes('X', [0, 0, 0, 4])],
    [
      'execute, then sync',
      messages.executeAndSync,
      bytes('E', [0, 0, 0, 9], [0], [0, 0, 0, 0], 'S', [0, 0, 0, 4]),
    ],
    [
      'the start, without a letter and without what is empty',
      messages.startup({ user: 'u', database: '', x: 'y' }),
      bytes([0, 0, 0, 20], [0, 3, 0, 0], 'user\0u\0', 'x\0y\0', [0]),
    ],
    ['a password', messages.password('pä'), bytes('p', [0, 0, 0, 8], 'pä\0')],
    [
      'the start of SASL',
      messages.saslStart('S', 'abc'),
      bytes('p', [0, 0, 0, 13], 'S\0', [0, 0, 0, 3], 'abc'),
    ],
    [
      'its next step, without an end',
      messages.saslContinue('abc'),
      bytes('p', [0, 0, 0, 7], 'abc'),
    ],
    ['plain text', messages.simpleQuery('select 1'), bytes('Q', [0, 0, 0, 13], 'select 1\0')],
    [
      'a statement with the types of its values',
      messages.parse('n', 'q', [23, 0]),
      bytes('P', [0, 0, 0, 18], 'n\0q\0', [0, 2], [0, 0, 0, 23], [0, 0, 0, 0]),
    ],
    ['a question about one', messages.describe('n'), bytes('D', [0, 0, 0, 7], 'Sn\0')],
    [
      'values: as the type writes them, as text, and none',
      messages.bind('n', [true, 'ä', null, 7], [16, 0, 16], { 16: value => (value ? 't' : 'f') }),
      bytes(
        ...['B', [0, 0, 0, 33], '\0n\0', [0, 0], [0, 4]],
        ...[[0, 0, 0, 1], 't', [0, 0, 0, 2], 'ä', [255, 255, 255, 255], [0, 0, 0, 1], '7'],
        [0, 0],
      ),
    ],
    ['rows', messages.copyData(Buffer.from([1, 2])), bytes('d', [0, 0, 0, 6], [1, 2])],
    ['the end of rows', messages.copyDone, bytes('c', [0, 0, 0, 4])],
    ['why there are no more', messages.copyFail('no'), bytes('f', [0, 0, 0, 7], 'no\0')],
  ]
  for (const [name, sent, expected] of cases)
    it(name, () => assert.deepEqual(sent.toString('hex'), expected.toString('hex')))

  it('may be of any length, and one message does not write over another', () => {
    const sent = [200, 248, 249, 250, 251, 252, 400, 5_000].map(length =>
      messages.copyFail('x'.repeat(length)),
    )
    for (const one of sent) {
      assert.equal(one.readUInt32BE(1), one.length - 1)
      assert.match(one.toString('latin1', 5), /^x+\0$/)
    }
    const before = writer.begin('A').text('first').end()
    writer.begin('B').text('other').int16(1)
    const after = writer.begin('C').counted('ü').zeros(2).int16(0x1234).int32(0x01020304).end()
    assert.equal(before.toString('latin1', 5), 'first')
    assert.equal(after.toString('hex', 5), '00000002c3bc0000123401020304')
    // Wherever the room that was there ends, each kind of part finds more.
    for (let length = 230; length < 256; length++) {
      const long = writer.begin('D').text('x'.repeat(length))
      const end = long
        .int16(7)
        .int32(8)
        .zeros(3)
        .counted('yz')
        .bytes(Buffer.from([9]))
        .end()
      assert.equal(end.toString('hex', 5 + length), '00070000000800000000000002797a09')
    }
  })
})

describe('a login', () => {
  const ask = (kind: number, body: string | Buffer = '') => {
    const message = Buffer.concat([Buffer.alloc(9), Buffer.from(body)])
    message.writeUInt32BE(kind, 5)
    return message
  }
  const said = (message: Buffer | undefined) => message?.toString('latin1', 5)

  it('answers nothing when it is done, and the password where that is asked for', () => {
    const login = new Login({ user: 'u', password: 'p' })
    assert.equal(login.answer(ask(0)), undefined)
    assert.equal(said(login.answer(ask(3))), 'p\0')
    const md5 = (...parts: (string | Buffer)[]) =>
      parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex')
    const salt = Buffer.from([1, 2, 3, 250])
    assert.equal(said(login.answer(ask(5, salt))), `md5${md5(md5('pu'), salt)}\0`)
    assert.throws(() => login.answer(ask(7)), /AUTH_TYPE_NOT_IMPLEMENTED.*authentication 7/)
  })

  it('proves by SCRAM that it knows the password, and asks the same of the server', () => {
    const login = new Login({ user: 'u', password: 'pencil' })
    const start = said(login.answer(ask(10, 'SCRAM-SHA-256\0\0'))) ?? ''
    const [, nonce = ''] = /^SCRAM-SHA-256\0[^n]{4}n,,n=\*,r=(.{24})$/s.exec(start) ?? []
    const salt = Buffer.from('a salt=with=signs')
    const challenge = `r=${nonce}more,s=${salt.toString('base64')},i=4096`
    const proof = said(login.answer(ask(11, challenge))) ?? ''

    // The other side of it, as RFC 5802 says.
    const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const salted = pbkdf2Sync('pencil', salt, 4_096, 32, 'sha256')
    const without = `c=biws,r=${nonce}more`
    const spoken = `n=*,r=${nonce},${challenge},${without}`
    const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest()
    const [shown, given = ''] = proof.split(',p=')
    assert.equal(shown, without)
    const mask = hmac(stored, spoken)
    const key = Buffer.from(given, 'base64').map((byte, at) => byte ^ (mask[at] ?? 0))
    assert.deepEqual(createHash('sha256').update(key).digest(), stored)

    const signature = hmac(hmac(salted, 'Server Key'), spoken).toString('base64')
    assert.equal(login.answer(ask(12, `v=${signature}`)), undefined)
    assert.throws(() => login.answer(ask(12, `v=x${signature}`)), /SASL_SIGNATURE_MISMATCH/)
  })
})
