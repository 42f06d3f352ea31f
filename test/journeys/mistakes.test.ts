import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ApiInit, startApp, type TestApp } from '../support/app.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/**
 * What people get wrong, and the very sentence each gets for it: who changes a sentence changes it
 * here. No browser and no model, as on the first day.
 */
let app: TestApp
let web: SimulatedWeb
before(async () => {
  web = await createSimulatedWeb()
  web.site('page.test', {
    '/gone': { status: 404, body: 'no' },
    '/members':
      '<title>Members</title><h1>Members</h1><form><input type="email"><input type="password"><button>Sign in</button></form>',
    '/shell': '<title>App</title><div id="root"></div><script src="/app.js"></script>',
    '/empty': '<title>Nothing</title>',
    '/lamp': '<title>Lamp</title><main><h1>Lamp</h1><p>A lamp for 20 euros.</p></main>',
  })
  app = await startApp({ ...web.env, CHROMIUM_PATH: '/nowhere/chromium' })
})
after(() => web.close())

const url = 'https://page.test/lamp'
const asks = (authorization: string) => ({ headers: { authorization } })
const json = { 'content-type': 'application/json' }

type Mistake = [
  what: string,
  call: string,
  init: ApiInit | object,
  answer: string,
  sentence: string,
]

// biome-ignore format: a table is read by rows
const keys: Mistake[] = [
  ['no key', 'GET /v1/usage', asks(''), '401 invalid_key', 'Send a secret key: "Authorization: Bearer sr_…".'],
  ['no Bearer', 'GET /v1/usage', asks('sr_abc'), '401 invalid_key', 'The Authorization header is not "Bearer sr_…".'],
  ['the other kind', 'GET /v1/usage', asks(`Bearer pk_${'x'.repeat(32)}`), '401 invalid_key', 'That is a publishable key, for the image API. The extraction API needs a secret key (sr_…).'],
  ['another service’s', 'GET /v1/usage', asks('Bearer fc-abc'), '401 invalid_key', 'That is not a secret key: those start with sr_.'],
  ['a deleted one', 'GET /v1/usage', asks(`Bearer sr_${'x'.repeat(32)}`), '401 invalid_key', 'The secret key is not valid (unknown or deleted).'],
]

// biome-ignore format: a table is read by rows
const places: Mistake[] = [
  ['GET for POST', 'GET /v1/scrape', {}, '405 method_not_allowed', '/v1/scrape does not support GET. Use POST.'],
  ['with a slash', 'GET /v1/scrape/', {}, '405 method_not_allowed', '/v1/scrape/ does not support GET. Use POST.'],
  ['DELETE for GET', 'DELETE /v1/usage', {}, '405 method_not_allowed', '/v1/usage does not support DELETE. Use GET.'],
  ['PUT for several', 'PUT /v1/batch/scrape', {}, '405 method_not_allowed', '/v1/batch/scrape does not support PUT. Use GET or POST.'],
  ['too many slashes', 'GET /v1/batch/scrape/batch_1//', {}, '404 not_found', 'There is no GET /v1/batch/scrape/batch_1// here.'],
  ['empty parts', 'GET //v1//usage', {}, '404 not_found', 'There is no GET //v1//usage here.'],
  ['no UTF-8', 'GET /v1/batch/scrape/%ff', {}, '400 invalid_request', 'The path of the URL cannot be decoded: what follows a "%" must be UTF-8, two digits a byte.'],
  ['POST to a job', 'POST /v1/crawl/crawl_1', { body: {} }, '405 method_not_allowed', '/v1/crawl/crawl_1 does not support POST. Use DELETE or GET.'],
  ['a route that is not', 'POST /v1/scrap', { body: {} }, '404 not_found', 'There is no POST /v1/scrap here.'],
  ['no version', 'POST /scrape', { body: {} }, '404 not_found', 'There is no POST /scrape here.'],
  ['an icon at this port', 'GET /github.com?token=pk_1', {}, '404 not_found', 'There are no images here. They are at IMAGES/github.com'],
  ['a picture at this port', 'GET /og/github.com', {}, '404 not_found', 'There are no images here. They are at IMAGES/og/github.com'],
  ['a NUL in an id', 'GET /v1/crawl/crawl_%00', {}, '404 not_found', 'There is nothing here: the address has an invalid character.'],
  ['a field of a retry', 'POST /v1/batch/scrape/batch_1/retry', { body: { urls: [] } }, '400 invalid_request', '"urls" is not a known field: a retry has none.'],
  ['no batch', 'GET /v1/batch/scrape/batch_1', {}, '404 not_found', 'There is no batch batch_1, or it has expired.'],
]

// biome-ignore format: a table is read by rows
const queries: Mistake[] = [
  ['a slip', 'GET /v1/usage?months=2026-08', {}, '400 invalid_request', '"months" is not a known parameter. Did you mean "month"?'],
  ['a month in words', 'GET /v1/usage?month=August', {}, '400 invalid_request', '"month" has the wrong format: `YYYY-MM`, UTC; default: this month.'],
  ['one that is not', 'GET /v1/batch/scrape/batch_1?page=2', {}, '400 invalid_request', '"page" is not a known parameter.'],
  ['where there is none', 'GET /v1/webhooks/secret?account=1', {}, '400 invalid_request', '"account" is not a known parameter: there is none here.'],
  ['a NUL', 'GET /v1/usage?month=%00', {}, '400 invalid_request', '"month" has a character that cannot be stored: NUL, or half of a surrogate pair.'],
  ['a limit of none', 'GET /v1/batch/scrape/batch_1?limit=0', {}, '400 invalid_request', '"limit" must be from 1 to 100.'],
  ['a limit in words', 'GET /v1/batch/scrape/batch_1?limit=all', {}, '400 invalid_request', '"limit" must be a whole number.'],
  ['a limit twice', 'GET /v1/batch/scrape/batch_1?limit=1&limit=2', {}, '400 invalid_request', '"limit" is given twice.'],
  ['a long wait', 'GET /v1/batch/scrape/batch_1?wait=60', {}, '400 invalid_request', '"wait" must be from 0 to 25 seconds.'],
  ['a status that is not', 'GET /v1/batch/scrape?status=done', {}, '400 invalid_request', '"status" must be one of: scraping, completed, failed, cancelled.'],
]

// biome-ignore format: a table is read by rows
const bodies: Mistake[] = [
  ['single quotes', 'POST /v1/scrape', { body: "{'url': 'https://a.test'}" }, '400 invalid_request', "The body is not valid JSON at line 1, column 2: 'url': 'https://a.te (JSON uses double quotes)."],
  ['a comma too many', 'POST /v1/scrape', { body: '{\n  "url": "https://a.test",\n}' }, '400 invalid_request', 'The body is not valid JSON at line 3, column 1: }.'],
  ['two values', 'POST /v1/scrape', { body: '{"url": "a.test"} {}' }, '400 invalid_request', 'The body is not valid JSON at line 1, column 19: {}.'],
  ['a Python value', 'POST /v1/scrape', { body: '{"mobile": True}' }, '400 invalid_request', 'The body is not valid JSON at line 1, column 12: True}.'],
  ['half a body', 'POST /v1/scrape', { body: '{"url": "https://a.test"' }, '400 invalid_request', 'The body ends before its JSON does.'],
  ['a form', 'POST /v1/scrape', { body: 'url=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, '400 invalid_request', 'The body must be JSON: send it as application/json.'],
  ['a text', 'POST /v1/scrape', { body: '{"url": "a"}', headers: { 'content-type': 'text/plain' } }, '400 invalid_request', 'The body must be JSON: send it as application/json.'],
  ['no type of a file', 'POST /v1/parse', { body: 'a', headers: { 'content-type': 'nonsense' } }, '400 invalid_request', '"nonsense" is not a content type, such as application/json.'],
  ['a packed body', 'POST /v1/scrape', { body: 'packed', headers: { ...json, 'content-encoding': 'gzip' } }, '400 invalid_request', 'The body is compressed ("Content-Encoding: gzip"): send it as it is.'],
  ['a packed file', 'POST /v1/parse', { body: 'packed', headers: { 'content-type': 'text/html', 'content-encoding': 'br' } }, '400 invalid_request', 'The body is compressed ("Content-Encoding: br"): send it as it is.'],
  ['no body', 'POST /v1/scrape', { headers: json }, '400 invalid_request', 'The body must be an object.'],
  ['a list', 'POST /v1/scrape', { body: [] }, '400 invalid_request', 'The body must be an object, not a list.'],
  ['a NUL', 'POST /v1/scrape', { body: '{"url": "https://a.test/\\u0000"}' }, '400 invalid_request', 'The body has a character in "url" that cannot be stored: NUL, or half of a surrogate pair.'],
  ['half an emoji', 'POST /v1/crawl', { body: { url, name: '\ud83d' } }, '400 invalid_request', 'The body has a character in "name" that cannot be stored: NUL, or half of a surrogate pair.'],
  ['too deep', 'POST /v1/extract', { body: '['.repeat(300) }, '400 invalid_request', 'The body is nested deeper than 200 levels.'],
  ['a large body', 'POST /v1/scrape', { body: { url: 'x'.repeat(1_200_000) } }, '413 body_too_large', 'The request body is larger than 1 MB, the limit here.'],
]

// biome-ignore format: a table is read by rows
const scrapes: [what: string, body: object, answer: string, sentence: string][] = [
  ['no url', {}, '400 invalid_request', '"url" is missing.'],
  ['a number', { url: 5 }, '400 invalid_request', '"url" must be a string, not 5.'],
  ['an empty url', { url: '' }, '400 invalid_request', '"url" is empty.'],
  ['a long url', { url: `https://a.test/${'x'.repeat(9_000)}` }, '400 invalid_request', '"url" may have at most 8192 characters.'],
  ['another case', { url, onlymaincontent: true }, '400 invalid_request', '"onlymaincontent" is not a known field. Did you mean "onlyMainContent"?'],
  ['another style', { url, wait_for: 100 }, '400 invalid_request', '"wait_for" is not a known field. Did you mean "waitFor"?'],
  ['a slip', { url, exludeTags: [] }, '400 invalid_request', '"exludeTags" is not a known field. Did you mean "excludeTags"?'],
  ['a field that is not', { url, proxy: 'x' }, '400 invalid_request', '"proxy" is not a known field.'],
  ['seconds', { url, timeout: 30 }, '400 invalid_request', '"timeout" must be from 1000 to 120000 milliseconds. Did you mean 30000?'],
  ['too many milliseconds', { url, timeout: 600_000 }, '400 invalid_request', '"timeout" must be from 1000 to 120000 milliseconds.'],
  ['a time in words', { url, timeout: '30s' }, '400 invalid_request', '"timeout" must be a whole number, not a string.'],
  ['half a millisecond', { url, waitFor: 0.5 }, '400 invalid_request', '"waitFor" must be a whole number, not 0.5.'],
  ['yes', { url, mobile: 'yes' }, '400 invalid_request', '"mobile" must be true or false, not a string.'],
  ['no format', { url, formats: [] }, '400 invalid_request', '"formats" is empty.'],
  ['one format as text', { url, formats: 'markdown' }, '400 invalid_request', '"formats" must be a list, not a string.'],
  ['a format misspelt', { url, formats: ['markdwon'] }, '400 invalid_request', '"formats[0]" must be one of: markdown, html, rawHtml, links, images, screenshot, metadata, text, chunks, summary. Did you mean "markdown"?'],
  ['a format twice', { url, formats: ['html', 'html'] }, '400 invalid_request', '"formats" has the same value twice.'],
  ['a word as an object', { url, formats: [{ type: 'markdown' }] }, '400 invalid_request', '"formats[0]" must be a string: "markdown".'],
  ['an object as a word', { url, formats: ['json'] }, '400 invalid_request', '"formats[0]" must be an object: {"type": "json", …}.'],
  ['a way to render', { url, render: 'yes' }, '400 invalid_request', '"render" must be one of: auto, always, never.'],
  ['a picture of nothing', { url, formats: ['screenshot'], render: 'never' }, '400 invalid_request', 'A screenshot needs a browser: leave "render" out.'],
  ['waiting for nothing', { url, waitFor: 100, render: 'never' }, '400 invalid_request', '"waitFor" needs a browser: leave "render" out.'],
  ['a wait past the end', { url, waitFor: 2_000, timeout: 1_000 }, '400 invalid_request', '"waitFor" must be shorter than "timeout".'],
  ['pages backwards', { url, documents: { pages: '1,5-1' } }, '400 invalid_request', '"documents.pages": "5-1" ends before it begins.'],
  ['a header of ours', { url, headers: { Host: 'a' } }, '400 invalid_request', 'The header "Host" cannot be set.'],
  ['another scheme', { url: 'ftp://a.test/' }, '400 invalid_url', '"ftp://a.test/" does not start with http:// or https://.'],
  ['words', { url: 'no url' }, '400 invalid_url', '"no url" is not a URL. Use a whole one, such as https://example.com/.'],
  ['one word', { url: 'example' }, '400 invalid_url', '"example" is not a URL. Use a whole one, such as https://example.com/.'],
  ['another port', { url: 'https://a.test:8080/' }, '400 invalid_url', 'Port 8080 is not allowed, only 80 and 443.'],
  ['this machine', { url: 'http://127.0.0.1/' }, '400 blocked_target', '127.0.0.1 is not a public address, so it is not allowed.'],
  ['its name', { url: 'http://localhost/' }, '400 blocked_target', 'localhost is a name of a local network, so it is not allowed.'],
  ['a page that is gone', { url: 'https://page.test/gone' }, '502 page_unreachable', 'page.test answered with status 404 (Not Found).'],
  ['a page behind a sign-in', { url: 'https://page.test/members' }, '502 page_blocked', 'page.test asks visitors to sign in before it shows the page.'],
  ['a page without a word', { url: 'https://page.test/empty' }, '502 page_empty', 'page.test sent a page without text.'],
  ['an app and no browser', { url: 'https://page.test/shell' }, '503 browser_unavailable', 'page.test sent a page that needs a browser (WHY), and none is installed. `npm run siteray -- doctor` says how.'],
  ['a picture and no browser', { url, formats: ['screenshot'] }, '503 browser_unavailable', 'This needs a browser and none is installed. `npm run siteray -- doctor` says how.'],
]

// biome-ignore format: a table is read by rows
const batches: typeof scrapes = [
  ['no URL', { urls: [] }, '400 invalid_request', '"urls" is empty.'],
  ['url for urls', { url }, '400 invalid_request', '"urls" is missing.'],
  ['one URL as text', { urls: url }, '400 invalid_request', '"urls" must be a list, not a string.'],
  ['one bad URL', { urls: [url, 'http://a.test:8080/'] }, '400 invalid_url', '1 URL is invalid. Set "ignoreInvalidURLs": true to skip it. urls[1] "http://a.test:8080/": Port 8080 is not allowed, only 80 and 443.'],
  ['three bad URLs', { urls: ['no url', url, 'ftp://a.test/', 'http://10.0.0.1/'] }, '400 invalid_url', '3 URLs are invalid. Set "ignoreInvalidURLs": true to skip them. urls[0]: "no url" is not a URL. Use a whole one, such as https://example.com/. urls[2]: "ftp://a.test/" does not start with http:// or https://. urls[3] "http://10.0.0.1/": 10.0.0.1 is not a public address, so it is not allowed.'],
  ['only bad URLs left out', { urls: ['no url'], ignoreInvalidURLs: true }, '400 invalid_url', 'None of the URLs can be used.'],
  ['a webhook at home', { urls: [url], webhook: { url: 'http://127.0.0.1/' } }, '400 blocked_target', 'The webhook’s URL cannot be used: 127.0.0.1 is not a public address, so it is not allowed.'],
  ['a header that signs', { urls: [url], webhook: { url, headers: { 'Webhook-Id': 'a' } } }, '400 invalid_request', 'The webhook’s header "Webhook-Id" cannot be set: it is part of our signature.'],
  ['a field of the webhook', { urls: [url], webhook: { url, event: [] } }, '400 invalid_request', '"webhook.event" is not a known field. Did you mean "events"?'],
]

const bad = 'The JSON Schema cannot be used:'
// biome-ignore format: a table is read by rows
const extracts: typeof scrapes = [
  ['no question', { url }, '400 invalid_request', 'Send a "schema", a "prompt" or both.'],
  ['a prompt and no model', { url, prompt: 'the price' }, '400 invalid_request', 'Without a "schema" a language model is needed, and this server has none: send a schema, or configure one (LLM_PROVIDER, LLM_MODEL).'],
  ['fields for a schema', { url, schema: { name: 'string', price: 'number' } }, '400 invalid_schema', `${bad} it has no JSON Schema keyword, so it asks for nothing. Did you mean {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}?`],
  ['an empty schema', { url, schema: {} }, '400 invalid_schema', 'The JSON Schema is empty, so it asks for nothing.'],
  ['a schema without names', { url, schema: { type: 'object' } }, '400 invalid_schema', 'The JSON Schema names no properties, and without a language model they are what is looked for: add some, or configure a model (LLM_PROVIDER, LLM_MODEL).'],
  ['a schema as text', { url, schema: '{"type": "object"}' }, '400 invalid_schema', `${bad} it must be an object or a boolean.`],
  ['a type misspelt', { url, schema: { properties: { a: { type: 'strng' } } } }, '400 invalid_schema', `${bad} #/properties/a/type: "strng" is not a type; did you mean "string"?`],
  ['a type of another language', { url, schema: { properties: { a: { type: 'int' } } } }, '400 invalid_schema', `${bad} #/properties/a/type: "int" is not a type; did you mean "integer"?`],
  ['a type that is none', { url, schema: { properties: { a: { type: 'money' } } } }, '400 invalid_schema', `${bad} #/properties/a/type: "money" is not a type (types are string, number, integer, boolean, object, array, null).`],
  ['a word for a schema', { url, schema: { type: 'object', properties: { a: 'string' } } }, '400 invalid_schema', `${bad} #/properties/a: "string" is not a schema; did you mean {"type": "string"}?`],
]

/** Where the images are, and why a page needs a browser, is not what is held to here. */
const told = (text: string): string =>
  text.replace(app.imageUrl, 'IMAGES').replace(/a browser \([^)]*\)/, 'a browser (WHY)')

const check = async (call: string, init: object, expected: string, sentence: string) => {
  const [method = '', path = ''] = call.split(' ')
  const before = web.requests.length
  const answer = await app.api(path, { method, ...init })
  assert.equal(`${answer.status} ${answer.headers.get('x-error-code')}`, expected, answer.text)
  assert.deepEqual(Object.keys(answer.json as object), ['error'])
  assert.equal(told((answer.json as { error: string }).error), sentence)
  if (answer.status < 500) assert.equal(web.requests.length, before, 'no page was asked')
}

for (const [name, mistakes] of Object.entries({ keys, places, queries, bodies }))
  describe(`mistakes with ${name}`, () => {
    for (const [what, call, init, answer, sentence] of mistakes)
      it(what, () => check(call, init, answer, sentence))
  })

for (const [path, mistakes] of Object.entries({
  scrape: scrapes,
  'batch/scrape': batches,
  extract: extracts,
}))
  describe(`mistakes in ${path}`, () => {
    for (const [what, body, answer, sentence] of mistakes)
      it(what, () => check(`POST /v1/${path}`, { body }, answer, sentence))
  })

describe('what is no mistake', () => {
  it('a bare domain is https, and a final slash is no other place', async () => {
    const answer = await app.api('/v1/scrape/', { method: 'POST', body: { url: 'page.test/lamp' } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((answer.json as { url: string }).url, url)
  })

  it('405 says in Allow what is there', async () => {
    const { headers } = await app.api('/v1/scrape')
    assert.equal(headers.get('allow'), 'POST')
    const { headers: other } = await app.api('/v1/usage', { method: 'POST', body: {} })
    assert.equal(other.get('allow'), 'GET, HEAD')
  })
})
