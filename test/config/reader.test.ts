import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReader, type Reader } from '../../src/config/reader.ts'
import { readS3Place } from '../../src/config/s3-location.ts'

const reading = <T>(env: Record<string, string>, read: (reader: Reader) => T) => {
  const problems: string[] = []
  const value = read(createReader(env, problems))
  return { value, problems }
}

describe('a setting', () => {
  type Case = [
    what: string,
    env: Record<string, string>,
    read: (reader: Reader) => unknown,
    value: unknown,
    problem?: string,
  ]
  const port = (reader: Reader) => reader.integer('PORT', 1, 65_535)
  const range = 'is not a whole number from 1 to 65535.'
  const origin = (reader: Reader) => reader.origin('PUBLIC_URL')
  const database = (reader: Reader) => reader.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const place = (reader: Reader) => reader.place('LLM_BASE_URL')
  const cases: Case[] = [
    ['that is not set', {}, port, 3_000],
    ['of spaces is not set', { PORT: ' ' }, port, 3_000],
    ['in spaces', { PORT: ' 80 ' }, port, 80],
    ['at its least', { PORT: '1' }, port, 1],
    ['at its most', { PORT: '65535' }, port, 65_535],
    ['below its least', { PORT: '0' }, port, 1, `PORT "0" ${range}`],
    ['above its most', { PORT: '65536' }, port, 1, `PORT "65536" ${range}`],
    ['that is no number', { PORT: '8e1' }, port, 1, `PORT "8e1" ${range}`],
    ['that is one of several', { HOST: 'b' }, reader => reader.choice('HOST', ['a', 'b']), 'b'],
    [
      'that is none of them',
      { HOST: 'c' },
      reader => reader.choice('HOST', ['a', 'b']),
      'a',
      'HOST "c" is not one of a, b.',
    ],
    ['that is on', { HOST: 'true' }, reader => reader.flag('HOST'), true],
    ['that is off', { HOST: 'false' }, reader => reader.flag('HOST'), false],
    [
      'with a text that fits',
      { HOST: 'x' },
      reader => reader.text('HOST', text => text === 'x', 'x'),
      'x',
    ],
    [
      'with one that does not',
      { HOST: 'y' },
      reader => reader.text('HOST', text => text === 'x', 'x'),
      'y',
      'HOST "y" is not x.',
    ],
    ['with an origin', { PUBLIC_URL: 'https://a.example/' }, origin, 'https://a.example'],
    [
      'with a path',
      { PUBLIC_URL: 'https://a.example/x' },
      origin,
      'https://a.example',
      'PUBLIC_URL "https://a.example/x" is not an address without a path, such as https://api.example.com.',
    ],
    [
      'with a query',
      { PUBLIC_URL: 'https://a.example/?x' },
      origin,
      'https://a.example',
      'PUBLIC_URL "https://a.example/?x" is not an address without a path, such as https://api.example.com.',
    ],
    [
      'with another protocol',
      { PUBLIC_URL: 'ftp://a.example' },
      reader => reader.url('PUBLIC_URL', ['http:', 'https:']),
      'ftp://a.example',
      'PUBLIC_URL "ftp://a.example" is not a URL that starts with http:// or https://.',
    ],
    [
      'that is no URL',
      { PUBLIC_URL: 'x' },
      origin,
      undefined,
      'PUBLIC_URL "x" is not a URL that starts with http:// or https://.',
    ],
    [
      'with a list of database hosts',
      { DATABASE_URL: 'postgres://u:a,b@h1:5432,h2:5433/db' },
      database,
      'postgres://u:a,b@h1:5432,h2:5433/db',
    ],
    [
      'with a % in its password that escapes nothing',
      { DATABASE_URL: 'postgres://u%40x:50%off%2F@h/db' },
      database,
      'postgres://u%40x:50%25off%252F@h/db',
    ],
    [
      'with an escape that is no UTF-8',
      { DATABASE_URL: 'postgres://u:a%e4b@c@h/db?x=%' },
      database,
      'postgres://u:a%25e4b@c@h/db?x=%',
    ],
    [
      'with escapes',
      { DATABASE_URL: 'postgres://u:a%2Fb%25@h/db' },
      database,
      'postgres://u:a%2Fb%25@h/db',
    ],
    [
      'that is secret is not repeated',
      { DATABASE_URL: 'mysql://u:secret@h/db' },
      database,
      'mysql://u:secret@h/db',
      'DATABASE_URL is not a URL that starts with postgres:// or postgresql://.',
    ],
    [
      'with a path that belongs there',
      { LLM_BASE_URL: 'https://m.example/v1' },
      place,
      'https://m.example/v1',
    ],
    [
      'with a password in it',
      { LLM_BASE_URL: 'https://u:p@m.example/v1' },
      place,
      'https://u:p@m.example/v1',
      'LLM_BASE_URL is not an address without a password, a query or a fragment.',
    ],
    [
      'with a query behind it',
      { LLM_BASE_URL: 'https://m.example/v1?a=1' },
      place,
      'https://m.example/v1?a=1',
      'LLM_BASE_URL "https://m.example/v1?a=1" is not an address without a password, a query or a fragment.',
    ],
    [
      'with a fragment behind it',
      { LLM_BASE_URL: 'https://m.example/v1#a' },
      place,
      'https://m.example/v1#a',
      'LLM_BASE_URL "https://m.example/v1#a" is not an address without a password, a query or a fragment.',
    ],
    ['that is long enough', { HOST: '12345' }, reader => reader.long('HOST', 5), '12345'],
    [
      'that is too short',
      { HOST: '1234' },
      reader => reader.long('HOST', 5),
      '1234',
      'HOST "1234" is not long enough: it needs 5 characters or more.',
    ],
    [
      'that is a key',
      { HOST: `k_${'a'.repeat(24)}` },
      reader => reader.key('HOST', 'k_'),
      `k_${'a'.repeat(24)}`,
    ],
    [
      'that is too short for a key',
      { HOST: 'k_a' },
      reader => reader.key('HOST', 'k_'),
      'k_a',
      'HOST "k_a" is not k_ and 24 or more letters and digits.',
    ],
    [
      'that is a list',
      { HOST: 'a, ,b' },
      reader => reader.list('HOST', item => item, 'x'),
      ['a', 'b'],
    ],
    [
      'of which one entry is wrong',
      { HOST: 'a,b' },
      reader => reader.list('HOST', item => (item === 'a' ? 1 : undefined), 'an a'),
      [1],
      'HOST: "b" is not an a.',
    ],
  ]
  for (const [what, env, read, value, problem] of cases)
    it(what, () => {
      assert.deepEqual(reading(env, read), {
        value,
        problems: problem === undefined ? [] : [problem],
      })
    })
})

describe('the place of large values', () => {
  const readPlace = (text: string | undefined) => {
    const problems: string[] = []
    return { place: readS3Place(text, 'https://cdn.example', problems), problems }
  }
  it('is an address with all that opens it', () => {
    assert.deepEqual(
      readPlace('https://KEY:a%2Fb@s3.example:9000/bucket/one/two?region=eu-1').place,
      {
        ...{ origin: 'https://s3.example:9000', bucket: 'bucket', region: 'eu-1' },
        ...{ prefix: 'one/two/', accessKeyId: 'KEY', secretAccessKey: 'a/b' },
        publicOrigin: 'https://cdn.example',
      },
    )
    const { place } = readPlace('http://K:a%ZZ@s3.example/bucket')
    assert.deepEqual(
      [place?.region, place?.prefix, place?.secretAccessKey],
      ['us-east-1', '', 'a%ZZ'],
    )
    assert.deepEqual(readPlace(undefined), { place: undefined, problems: [] })
  })
  const wrong = [
    'words',
    'ftp://K:S@h/b',
    'https://h/b',
    'https://K@h/b',
    'https://:S@h/b',
    'https://K:S@h/',
    'https://K:S@h/b?region=',
    'https://K:S@h/b?x=1',
    'https://K:S@h/b#x',
    'https://K:S@h/b%20c',
  ]
  for (const text of wrong)
    it(`${text} is none, and the secret is not repeated`, () => {
      assert.deepEqual(readPlace(text), {
        place: undefined,
        problems: ['S3_URL is not https://KEY:SECRET@host/bucket/folder?region=name.'],
      })
    })
})
