import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'
import { run, tryTo, withoutImages } from './containers.ts'

/**
 * The container image itself, run as docs/deploy.md says. It must have been built before: with podman
 * `podman build --format docker -f deploy/Dockerfile -t siteray .`, and once more for `siteray:slim`.
 */
const secretKey = `sr_${'containersecret'.repeat(3)}`
const publishableKey = `pk_${'containerpublic'.repeat(3)}`
const hardened = ['--read-only', '--tmpfs', '/tmp', '--shm-size', '256m', '--cap-drop', 'ALL']

for (const [image, formats] of [
  ['siteray:slim', ['markdown']],
  ['siteray:latest', ['markdown', 'screenshot']],
] as const)
  describe(image, { skip: withoutImages(image) }, () => {
    const name = `siteray-test-${process.pid}-${image.split(':')[1]}`
    let web: SimulatedWeb
    let [port, imagePort] = [0, 0]
    before(async () => {
      web = await createSimulatedWeb()
      const sentence = 'A page that is long enough to be read as one, with a whole sentence. '
      web.site('page.test', { '*': `<title>Page</title><article>${sentence.repeat(9)}</article>` })
      ;[port, imagePort] = [await freePort(), await freePort()]
      const env = {
        ...{ PORT: `${port}`, IMAGE_PORT: `${imagePort}`, HOST: '127.0.0.1' },
        ...{ BOOTSTRAP_SECRET_KEY: secretKey, BOOTSTRAP_PUBLISHABLE_KEY: publishableKey },
        OUTBOUND_RESOLVE: web.env.OUTBOUND_RESOLVE,
      }
      const given = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
      const rights = ['--security-opt', 'no-new-privileges', '--network', 'host']
      run('run', '-d', '--name', name, ...hardened, ...rights, ...given, '-v', '/data', image)
      const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)
      await until('it is ready', () => isReady().catch(() => false), 60_000)
    })
    after(async () => {
      tryTo('rm', '-f', '-v', name)
      await web?.close()
    })

    it('reads a page and serves an image', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://page.test/', formats }),
      })
      const text = await answer.text()
      assert.equal(answer.status, 200, text)
      assert.match(text, /long enough to be read/)
      if (formats.length > 1) assert.match(text, /data:image\/png/)
      const mark = await fetch(`http://127.0.0.1:${imagePort}/github.com?token=${publishableKey}`)
      assert.equal(mark.headers.get('x-image-source'), 'mark')
      assert.equal((await fetch(`http://127.0.0.1:${port}/docs/`)).status, 200)
      const dashboard = await fetch(`http://127.0.0.1:${port}/`)
      assert.match(await dashboard.text(), /<script type="module"/)
    })

    it('has no rights, writes nowhere else, and has the commands', () => {
      assert.match(run('exec', name, 'id'), /^uid=1000\(node\) gid=1000/)
      assert.match(tryTo('exec', name, 'touch', '/app/x').stderr, /Read-only file system/)
      const status = run('exec', name, 'cat', '/proc/1/status')
      assert.match(status, /^CapEff:\t0+$/m)
      assert.match(status, /^NoNewPrivs:\t1$/m)
      const keys = run('exec', name, 'npm', 'run', '--silent', 'siteray', '--', 'keys', 'list')
      assert.match(keys, /pk_containerpublic/)
    })

    it('ends in order at SIGTERM', () => {
      run('stop', '-t', '30', name)
      assert.equal(run('inspect', '-f', '{{.State.ExitCode}}', name).trim(), '0')
      const { stdout, stderr } = tryTo('logs', name)
      assert.match(stdout + stderr, /"reason":"SIGTERM"[\s\S]*"msg":"stopped"/)
    })
  })
