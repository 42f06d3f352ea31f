import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTransport } from 'nodemailer'
import { createModelServer } from '../../support/model-server.ts'
import { createSmtpSink } from '../../support/smtp-sink.ts'

describe('the SMTP sink', () => {
  it('keeps what nodemailer sends, decoded', async () => {
    const sink = await createSmtpSink()
    const transport = createTransport(sink.url)
    const mail = {
      from: 'a@siteray.example',
      to: 'b@x.example',
      subject: 'Grüße an alle',
      text: 'Zeile ä = 1',
    }
    await transport.sendMail({ ...mail, html: '<p>Zeile ä</p>' })
    const received = await sink.waitForMail()
    assert.deepEqual(
      [received.from, received.to, received.subject, received.text.trim(), received.html.trim()],
      [mail.from, [mail.to], mail.subject, mail.text, '<p>Zeile ä</p>'],
    )
    await transport.sendMail(mail)
    assert.equal((await sink.waitForMail(2)).text.trim(), mail.text)
    sink.refuseWith({ code: 451, message: 'later' })
    await assert.rejects(transport.sendMail(mail), /later/)
    transport.close()
    await sink.close()
  })
})

describe('the model server', () => {
  const ask = async (baseUrl: string, path: string, body: object) =>
    (await fetch(`${baseUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })).text()

  it('answers chat completions and responses as scripted, whole and streamed', async () => {
    const server = await createModelServer(request => ({ content: { seen: request.user } }))
    const chat = {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    }
    const whole = JSON.parse(await ask(server.baseUrl, '/chat/completions', chat))
    assert.equal(whole.choices[0].message.content, '{"seen":"hi"}')
    const streamed = await ask(server.baseUrl, '/chat/completions', { ...chat, stream: true })
    assert.match(streamed, /"content":"\{\\"seen\\":\\"hi\\"\}"/)
    assert.match(streamed, /data: \[DONE\]\n\n$/)
    const responses = { model: 'm', instructions: 'be brief', input: 'hello' }
    const answer = JSON.parse(await ask(server.baseUrl, '/responses', responses))
    assert.equal(answer.output[0].content[0].text, '{"seen":"hello"}')
    assert.match(
      await ask(server.baseUrl, '/responses', { ...responses, stream: true }),
      /response\.completed/,
    )
    assert.equal(server.requests[2]?.system, 'be brief')
    await server.close()
  })

  it('can refuse, fail and break off', async () => {
    const server = await createModelServer(() => ({ refusal: 'no' }))
    const body = { model: 'm', messages: [] }
    assert.match(await ask(server.baseUrl, '/chat/completions', body), /"refusal":"no"/)
    server.respond(() => ({ status: 429, headers: { 'retry-after': '7' } }))
    assert.match(await ask(server.baseUrl, '/chat/completions', body), /Scripted 429/)
    server.respond(() => 'reset')
    await assert.rejects(ask(server.baseUrl, '/chat/completions', body))
    await server.close()
  })
})
