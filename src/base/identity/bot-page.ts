export type BotPage = {
  /** Where the keys are published; undefined where requests are not signed. */
  agent: string | undefined
  /** Of the operator: a mail address or a URL. */
  contact: string | undefined
  userAgent: string
  hostDelayMs: number
}

/** In the page itself, which so needs nothing else of this server. */
export const botStyle =
  ':root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}main{max-width:42rem;margin:3rem auto;padding:0 1.25rem}h2{margin-top:2rem;font-size:1.2rem}code{font-size:.9em;overflow-wrap:anywhere}pre{padding:.75rem 1rem;border:1px solid;border-radius:.4rem;overflow-x:auto}'

/** For the owner of a site who found us in a log. Plain HTML: it is read without scripts. */
export const botPage = (
  token: string,
  { agent, contact, userAgent, hostDelayMs }: BotPage,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>About this bot · Siteray</title>
<link rel="icon" href="/icon.svg">
<style>${botStyle}</style>
</head>
<body>
<main>
<h1>About this bot</h1>
<p>Requests from <code>${escaped(userAgent)}</code> come from a Siteray server. It reads public web pages for the people who run it and for their users, one page at a time or as a crawl that somebody started.</p>
<h2>How to keep it out</h2>
<p>Crawls and batches follow your <code>robots.txt</code> by default, read at most once a day. To refuse them everything:</p>
<pre><code>User-agent: ${token}
Disallow: /</code></pre>
<p>It reports your usage preferences (<code>Content-Usage</code>, <code>tdm-reservation</code>, <code>noai</code>) to whoever reads the page.</p>
<h2>How fast it is</h2>
<p>A crawl or batch makes at most two requests at a time to a host, ${hostDelayMs} ms apart. A longer <code>Crawl-delay</code> counts, and so does <code>Retry-After</code>.</p>
<h2>How to recognize it</h2>
${agent === undefined ? unsigned : signed(agent)}
<p>It solves no CAPTCHAs.</p>
<h2>Who runs it</h2>
<p>${contact === undefined ? 'The operator of this server has not published a contact.' : `Write to ${linkTo(contact)}.`}</p>
</main>
</body>
</html>
`

const signed = (agent: string): string =>
  `<p>It can sign its requests (<a href="https://datatracker.ietf.org/wg/webbotauth/about/">Web Bot Auth</a>, RFC 9421, Ed25519). A signed request has <code>Signature-Agent: "${escaped(agent)}"</code>, and its keys are in the <a href="/.well-known/http-message-signatures-directory">directory</a>. To ask for a signature, answer with 401, 403 or 429 and an <code>Accept-Signature</code> header.</p>`

const unsigned = '<p>This server does not sign its requests.</p>'

const linkTo = (contact: string): string => {
  const href = contact.includes('://') ? contact : `mailto:${contact}`
  return `<a href="${escaped(href)}">${escaped(contact)}</a>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`)
