import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { judgePage, type Verdict } from '../../../src/page/verdict/judge.ts'

type Origin = Partial<Parameters<typeof judgePage>[1]>

const judge = (html: string, origin: Origin = {}): Verdict =>
  judgePage(parseHtml(html), {
    requestedUrl: 'https://example.com/a',
    finalUrl: 'https://example.com/a',
    status: 200,
    headers: {},
    ...origin,
  })

const paragraph = `<p>${'Plain prose about a subject that somebody wrote for other people to read. '.repeat(4)}</p>`
const article = `<h1>Real</h1>${paragraph.repeat(5)}`

describe('a wall is recognised', () => {
  const walls: [name: string, html: string, origin?: Origin][] = [
    [
      'Cloudflare',
      '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script><h1>example.com</h1><p>Verifying you are human. This may take a few seconds.</p>',
      { status: 403 },
    ],
    [
      'Cloudflare by its header',
      '<title>x</title><p>wait</p>',
      { headers: { 'cf-mitigated': 'challenge' }, status: 403 },
    ],
    [
      'Cloudflare block',
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><div id="cf-error-details">You are unable to access example.com</div>',
      { status: 403 },
    ],
    [
      'DataDome',
      '<title>example.com</title><p id="cmsg">Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
      { status: 403 },
    ],
    [
      'HUMAN',
      '<title>Access to this page has been denied.</title><div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>',
      { status: 403 },
    ],
    [
      'Akamai',
      '<title>Access Denied</title><h1>Access Denied</h1>You don\'t have permission to access "http://example.com/" on this server.<p>Reference #18.2d3 https://errors.edgesuite.net/18.2d3</p>',
      { status: 403 },
    ],
    [
      'Imperva',
      '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>',
    ],
    [
      'AWS WAF',
      '<script src="https://abc.token.awswaf.com/abc/challenge.js"></script><div id="challenge-container"></div>',
      { status: 202 },
    ],
    [
      'Vercel',
      "<title>Vercel Security Checkpoint</title><p>We're verifying your browser</p>",
      { status: 429 },
    ],
    [
      'Anubis',
      "<title>Making sure you're not a bot!</title><h1>Making sure you're not a bot!</h1><p>Loading...</p>",
    ],
    [
      'Google',
      '<title>https://www.google.com/search</title><p>Our systems have detected unusual traffic from your computer network.</p>',
      { status: 429 },
    ],
    [
      'a captcha form',
      '<title>Robot Check</title><form action="/errors/validateCaptcha"><h4>Enter the characters you see below</h4></form>',
    ],
    [
      'a plain bot check',
      '<h1>Are you a robot?</h1><p>Please verify you are human to continue.</p><div class="g-recaptcha"></div>',
    ],
    [
      'a German bot check',
      '<h1>Sicherheit</h1><p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>',
    ],
    [
      'a consent host',
      '<title>Before you continue to YouTube</title><p>We use cookies and data.</p>',
      { finalUrl: 'https://consent.youtube.com/m?continue=x' },
    ],
    [
      'a page that only asks for consent',
      '<title>We value your privacy</title><h1>We value your privacy</h1><p>We and our partners store cookies on your device.</p><p>With your consent we process personal data.</p><button>Accept all</button><button>Reject all</button><p>You can change your privacy choices at any time.</p>',
    ],
    [
      'a German consent wall',
      '<title>Zustimmung</title><p>Mit Ihrer Zustimmung verwenden wir Cookies und Werbung unserer Partner zur Finanzierung.</p><p>Wenn Sie akzeptieren, werden personenbezogene Daten laut Datenschutz verarbeitet.</p><p>Oder lesen Sie ohne Werbung und Cookies im Abo.</p>',
    ],
    [
      'a login wall',
      '<title>Log in</title><form><input type="password"></form><p>Please log in to continue</p>',
      { finalUrl: 'https://example.com/login?next=%2Fa' },
    ],
    [
      'a consent form of a known host on the page itself',
      '<title>Yahoo</title><h1>Yahoo ist Teil der Yahoo Markenfamilie</h1><p>Wenn Sie unsere Websites nutzen, verwenden wir Cookies, um sie bereitzustellen.</p><form action="https://consent.yahoo.com/v2/collectConsent"><button>Alle akzeptieren</button></form>',
    ],
    [
      'a choice between cookies and a subscription',
      '<title>Zeitung</title><h1>Herzlich willkommen!</h1><p>Besuchen Sie zeitung.example wie gewohnt mit Werbung und Tracking.</p><p>Oder abonnieren Sie unser Abo.</p><button>Akzeptieren und weiter</button>',
    ],
    [
      'a sign-in form in the place of any page',
      '<title>Members</title><h1>Sign in to continue</h1><form><input name="u"><input type="password"><button>Sign in</button></form>',
    ],
    [
      'a form with a password and nothing else',
      '<title>Webmail :: Welcome</title><form><input name="u"><input type="password"><button>Login</button></form>',
    ],
    [
      'a question for the age',
      '<h1>Are you over 18?</h1><p>You must be of legal drinking age to enter.</p><button>Yes, enter</button>',
    ],
    ['another country', '<h1>Sorry, this content is not available in your region</h1>'],
    [
      'a waiting room',
      '<title>Shop</title><h1>You are now in line</h1><p>When it is your turn, you will have ten minutes.</p>',
    ],
    [
      'Sucuri by its script',
      '<title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>var s={},sucuri_cloudproxy_js="";</script>',
    ],
    ['a plain no', '<title>Access denied</title><h1>Access denied</h1><p>Go away.</p>'],
  ]
  for (const [name, html, origin] of walls)
    it(name, () => {
      const verdict = judge(html, origin)
      assert.equal(verdict.is, 'wall', JSON.stringify(verdict))
      assert.match('sentence' in verdict ? verdict.sentence : '', /\.$/)
    })
})

describe('a shell that only says that it is loading', () => {
  const shell = (text: string) => judge(`<p>${text}</p><script src="/a.js"></script>`)
  const loading = {
    ...{ is: 'shell', why: 'almost no text' },
    sentence: 'example.com shows only that it is loading.',
  }
  for (const text of [
    'Loading',
    'loading…',
    'Still loading ...',
    'Loading. Please wait.',
    'Please wait!',
    'Bitte warten',
    '加载中',
  ])
    it(`says nothing that is worth reading: ${text}`, () => assert.deepEqual(shell(text), loading))
  for (const text of ['Loading docks', 'Now', 'Download', 'Waiting', 'We are loading'])
    it(`has a word that may be: ${text}`, () =>
      assert.deepEqual(shell(text), { is: 'shell', why: 'almost no text' }))
})

describe('a page is not taken for a wall', () => {
  const pages: [name: string, html: string, origin?: Origin][] = [
    [
      'an article on bot checks',
      `<title>Just a moment: how bot checks work</title><p>Checking your browser before accessing a site is common.</p>${article}`,
    ],
    [
      'a page with a captcha in its form',
      `${article}<form><div class="g-recaptcha" id="g-recaptcha"></div></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ],
    [
      'a page behind Cloudflare',
      `${article}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    [
      'an article with a cookie banner',
      `${article}<div id="onetrust"><p>We use cookies. Accept all cookies from our partners.</p></div>`,
    ],
    [
      'a privacy policy',
      `<h1>Privacy policy</h1>${'<p>We store cookies with your consent and share personal data with partners under legitimate interest, as described here in detail for every purpose that there is.</p>'.repeat(40)}`,
    ],
    [
      'a login page that was asked for',
      '<title>Log in</title><form><input type="password"></form><p>Please log in</p>',
      { requestedUrl: 'https://example.com/login', finalUrl: 'https://example.com/login/' },
    ],
    [
      'a short page',
      '<title>Example Domain</title><h1>Example Domain</h1><p>This domain is for use in illustrative examples in documents. You may use this domain in literature without prior coordination or asking for permission.</p>',
    ],
    ['a page about error 404', `<title>What does 404 Not Found mean?</title>${article}`],
    [
      'a shop with few words',
      '<title>Rug</title><h1>Blue rug</h1><p>$199.00</p><p>Wool, 2 × 3 m. In stock. Free returns within 30 days.</p><script src="/a.js"></script>',
    ],
    [
      'a few words on captchas',
      '<title>What is a CAPTCHA? - Glossary</title><h1>What is a CAPTCHA?</h1><p>A CAPTCHA asks visitors to confirm they are not a robot, for example by ticking "I am not a robot" or by picking out traffic lights. Sites use it to keep spam bots from posting forms.</p>',
    ],
    [
      'a short article that quotes a wall',
      '<article><h1>Walls of the web</h1><p>Who reads the web today reads "Checking your browser before accessing" several times a day, and it has become as common as the cookie banner in Europe.</p></article>',
    ],
    [
      'documentation of an error',
      '<title>404 Not Found - HTTP</title><h1>404 Not Found</h1><p>The 404 Not Found response status code indicates that the server cannot find the requested resource. Links that lead there are called broken or dead.</p>',
    ],
    [
      'a lower heading on errors, with a text',
      `<title>Errors</title><h2>Page not found</h2><p>${'Servers answer so where nothing stands. '.repeat(6)}</p>`,
    ],
    [
      'news of a site under construction',
      `<title>Harbor</title><h1>Under construction</h1><p>${'The new quay is built until May. '.repeat(12)}</p>`,
    ],
    [
      'a notice of maintenance to come',
      '<article><h1>Maintenance on Sunday</h1><p>On Sunday between two and four our API will be under maintenance. Requests during that time are answered with an error and should be repeated.</p></article>',
    ],
    [
      'a short page under a cookie banner',
      '<h1>Opening hours</h1><p>We are open from nine to five on weekdays.</p><p>On Saturdays we close at noon.</p><div role="dialog"><p>We use cookies and similar technologies of our partners.</p><p>With your consent we measure how the site is used for advertising.</p><p>You can change your privacy settings at any time.</p><button>Accept all</button></div>',
    ],
    [
      'a short cookie policy that was asked for',
      '<h1>Cookies</h1><p>We use cookies to remember your cart.</p><p>Our partners use cookies for advertising.</p><button>Accept all</button>',
      { requestedUrl: 'https://example.com/cookies', finalUrl: 'https://example.com/cookies' },
    ],
    [
      'a thread kept for those who run no scripts, with a form to sign in',
      `<title>Best first telescope - Forum</title><form style="display:none"><input type="password"></form><button>Sign Up</button><button>Log In</button><noscript>${paragraph.repeat(3)}</noscript><form><input type="password"></form>`,
    ],
    [
      'few words beside a hidden form to sign in',
      '<title>Rug</title><h1>Blue rug</h1><p>Wool, 2 × 3 m.</p><div hidden><form><input type="password"><button>Log in</button></form></div>',
    ],
    [
      'help on signing in',
      '<title>Signing in - Help</title><h1>Sign in to your account</h1><p>Open the app, press Sign in and enter your e-mail address and your password. Forgot it? Choose Forgot password and follow the steps in the e-mail.</p><form><input type="password"></form>',
    ],
  ]
  for (const [name, html, origin] of pages)
    it(name, () =>
      assert.equal(judge(html, origin).is, 'page', JSON.stringify(judge(html, origin))),
    )
})

describe('a shell that needs a browser is recognised', () => {
  const shells: [name: string, html: string][] = [
    [
      'React',
      '<title>App</title><div id="root"></div><script type="module" src="/assets/index.js"></script>',
    ],
    [
      'a note',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="x">Loading…</div><script src="/a.js"></script>',
    ],
    ['Angular', '<app-root></app-root><script src="main.js"></script>'],
    ['frames around nothing', '<frameset><frame src="/a"><frame src="/b"></frameset>'],
    [
      'a note on old browsers',
      '<h1>Your browser is not supported</h1><p>Please upgrade your browser to use this site.</p>',
    ],
    [
      'Next with data only',
      `<div id="__next"></div><script id="__NEXT_DATA__">${'{"a":1}'.repeat(100)}</script>`,
    ],
    [
      'scripts and almost no text',
      `<p>Welcome to our store, please wait a moment while it is loading for you now</p><script>${'var a=1;'.repeat(2000)}</script>`,
    ],
  ]
  for (const [name, html] of shells) it(name, () => assert.equal(judge(html).is, 'shell'))

  it('but not a page without scripts', () => assert.equal(judge('<p>Hi</p>').is, 'page'))
  it('nor one rendered on the server', () =>
    assert.equal(
      judge(`<div id="__next">${article}</div><script src="/a.js"></script>`).is,
      'page',
    ))
})

describe('what holds nothing is recognised', () => {
  const nothing: [name: string, html: string][] = [
    ['a parked domain', '<title>example.com</title><p>This domain is for sale. Make an offer.</p>'],
    [
      'a parked domain by its script',
      '<title>x</title><p>Related searches: insurance, loans and a few more of them</p><iframe src="https://www.sedoparking.com/x"></iframe>',
    ],
    [
      'an error page with status 200',
      '<title>Page not found - Example</title><h1>Oops!</h1><p>The page you are looking for is gone.</p>',
    ],
    [
      'a German error page',
      '<h1>Seite nicht gefunden</h1><p>Die gewünschte Seite gibt es nicht.</p>',
    ],
    ...[
      'Errore 404',
      'Fehler 404 – Musterstadt',
      'Diese Seite existiert leider nicht',
      'La página que buscas no existe',
      'Página não encontrada',
      'Cette page n’existe plus',
      'Sidan hittades inte',
      'Sayfa bulunamadı',
      'Страница не существует',
      '페이지를 찾을 수 없습니다',
      '找不到頁面',
    ].map((title): [string, string] => [
      `an error page: ${title}`,
      `<h1>${title}</h1><p>…</p><a href="/">↩</a>`,
    ]),
    ['a 404 heading', '<h1>404 Not Found</h1><p>nginx</p>'],
    ['a domain on sale', '<title>Example.com is for sale | Names</title><p>Buy now: $2,995</p>'],
    [
      'a failure of the server',
      '<title>Error</title><h1>Internal Server Error</h1><p>The server was unable to complete your request.</p>',
    ],
    ['an error in a lower heading', '<title>Shop</title><h2>Page not found</h2>'],
    [
      'maintenance of a site',
      '<h1>Our site is currently under maintenance</h1><p>Come back later.</p>',
    ],
    [
      'a site to come',
      '<title>Shop</title><h1>Website under construction</h1><p>Check back soon.</p>',
    ],
    ['a failure of the database', '<h1>Error establishing a database connection</h1>'],
    ['maintenance', '<title>Shop</title><h1>We’ll be back soon!</h1><p>Sorry for the wait.</p>'],
    [
      'a server without a site',
      '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the web server is successfully installed and working. Further configuration is required, as the documentation of it says.</p>',
    ],
    ['a site taken down', '<title>Account Suspended</title><p>Contact your hosting provider.</p>'],
  ]
  for (const [name, html] of nothing)
    it(name, () => assert.equal(judge(html).is, 'nothing', JSON.stringify(judge(html))))
})

it('what stands in for a page is told in a sentence', () => {
  const said = (html: string, origin?: Origin) => {
    const verdict = judge(html, origin)
    return 'sentence' in verdict ? verdict.sentence : 'warning' in verdict ? verdict.warning : ''
  }
  assert.equal(
    said('<h1>Sorry, this content is not available in your region</h1>'),
    'example.com does not show the page in the region of this server.',
  )
  assert.equal(
    said('<title>Example.com is for sale | Names</title><p>Buy now: $2,995</p>'),
    'example.com is a parked domain: it has no content of its own.',
  )
  assert.equal(
    said(
      '<title>Members</title><h1>Sign in to continue</h1><form><input name="u"><input type="password"><button>Sign in</button></form>',
    ),
    'example.com asks visitors to sign in before it shows the page.',
  )
  assert.equal(
    said(`${article}<p>Subscribe now to continue reading.</p>`),
    'The page asks readers to subscribe before it shows everything: its text may be cut short.',
  )
  const framed = judge('<frameset><frame src="/a"><frame src="/b"></frameset>')
  assert.equal('why' in framed && framed.why, 'its content is in a frame')
})

describe('an article cut short by a paywall is read with a warning', () => {
  const warned = (html: string) => {
    const verdict = judge(html)
    assert.equal(verdict.is, 'page')
    return 'warning' in verdict
  }
  it('where readers are asked to subscribe', () =>
    assert.ok(warned(`${article}<p>Subscribe now to continue reading.</p>`)))
  it('where it is marked as not free and short', () => {
    const mark = '<script type="application/ld+json">{"isAccessibleForFree":false}</script>'
    assert.ok(warned(`<article><h1>News</h1>${paragraph}</article>${mark}`))
    assert.ok(!warned(`<article><h1>News</h1>${paragraph.repeat(15)}</article>${mark}`))
  })
  it('however the mark is written, and not where another word is', () => {
    const said = (json: string) =>
      warned(
        `<article><h1>News</h1>${paragraph}</article><script type="application/LD+json; charset=utf-8">${json}</script>`,
      )
    assert.ok(said('[{"@graph":[{"hasPart":[{"isAccessibleForFree":"False"}]}]}]'))
    assert.ok(said('{"isAccessibleForFree":"http://schema.org/False",}'))
    assert.ok(!said('{"isAccessibleForFree":"true","text":"\\"isAccessibleForFree\\":false"}'))
  })
  it('but not where one may sign up for something else', () => {
    for (const words of [
      'Sign up to keep up to date, log in to reply.',
      'Subscribe now to keep reading and get access to the full archive.',
    ])
      assert.ok(!warned(`${article}<p>${words}</p>`), words)
  })
})

describe('a redirect in the page is recognised', () => {
  it('with its target made absolute', () => {
    const html = '<meta http-equiv="Refresh" content="0; URL=\'/next?a=1\'"><p>Moved</p>'
    assert.deepEqual(judge(html), { is: 'redirect', to: 'https://example.com/next?a=1' })
  })
  it('also in a header', () => {
    const verdict = judge('<p>Wait</p>', { headers: { refresh: '0; url=/next' } })
    assert.deepEqual(verdict, { is: 'redirect', to: 'https://example.com/next' })
  })
  it('but not a page that reloads itself, nor one with content', () => {
    assert.equal(judge('<meta http-equiv="refresh" content="30"><p>Scores</p>').is, 'page')
    assert.equal(judge('<meta http-equiv="refresh" content="0;url=/a"><p>Here</p>').is, 'page')
    assert.equal(judge('<meta http-equiv="refresh" content="0;url=ftp://a/"><p>x</p>').is, 'page')
    assert.equal(judge(`<meta http-equiv="refresh" content="5;url=/b">${article}`).is, 'page')
  })
  it('within fifteen seconds, before a thousand characters, and not to its own fragment', () => {
    const refresh = (content: string, text = 'Moved') =>
      judge(`<meta http-equiv="refresh" content="${content}"><p>${text}</p>`).is
    assert.equal(refresh('15;url=/b'), 'redirect')
    assert.equal(refresh('16;url=/b'), 'page')
    assert.equal(refresh('0;url=/a#part'), 'page')
    assert.equal(refresh('0;url=/b', 'x'.repeat(1_000)), 'redirect')
    assert.equal(refresh('0;url=/b', 'x'.repeat(1_001)), 'page')
  })
  it('where the page is no more than the frame around a PDF', () => {
    const shown = (html: string, origin: Origin = {}) => {
      const verdict = judge(`${html}<p>The report</p>`, origin)
      return verdict.is === 'redirect' ? verdict.to : verdict.is
    }
    const to = 'https://example.com/report.pdf'
    assert.equal(shown('<iframe src="/report.pdf"></iframe>'), to)
    assert.equal(
      shown('<iframe src="/report.PDF?x=1#page=2"></iframe>'),
      'https://example.com/report.PDF?x=1#page=2',
    )
    assert.equal(shown('<object data="report.pdf"></object><embed src="/other.pdf">'), to)
    assert.equal(
      shown('<embed src="/report" type="application/pdf">'),
      'https://example.com/report',
    )
    for (const key of ['file', 'url', 'src'])
      assert.equal(shown(`<iframe src="/viewer?${key}=%2Freport.pdf"></iframe>`), to)
    assert.equal(shown('<iframe src="/viewer?other=/report.pdf"></iframe>'), 'shell')
    assert.equal(shown('<iframe src="/report.pdf.html"></iframe>'), 'shell')
    assert.equal(shown('<img src="/report.pdf">'), 'page')
    // A browser's viewer shows no text.
    assert.equal(shown('<iframe src="/report.pdf"></iframe>', { rendered: true }), 'shell')
    assert.equal(shown(`<iframe src="/report.pdf"></iframe><p>${'x'.repeat(1_000)}</p>`), 'page')
  })
})
