/** How the walls of those who build them can be known. */
export type Mark = {
  /** Who or what put the wall there; empty where it says nothing of itself. */
  name: string
  /** In script, frame and form addresses or element ids. */
  parts?: readonly string[]
  /** The title, whole or its beginning. */
  titles?: readonly string[]
  /** Sentences of the wall's text. */
  texts?: readonly string[]
  /** Words that articles on the subject use as well: they count where the reader is spoken to. */
  words?: readonly string[]
}

export const botMarks: readonly Mark[] = [
  { name: 'DDoS-Guard', parts: ['ddos-guard'], titles: ['ddos-guard'] },
  {
    name: 'Cloudflare',
    parts: [
      '/cdn-cgi/challenge-platform/',
      'challenge-form',
      'cf-error-details',
      'cf-challenge',
      'challenges.cloudflare.com/turnstile',
    ],
    titles: [
      'just a moment',
      'attention required! | cloudflare',
      'please wait... | cloudflare',
      'un momento',
      'einen moment',
      'un instant',
      'access denied | ',
    ],
    texts: [
      'checking your browser before accessing',
      'verify you are human by completing the action below',
      'needs to review the security of your connection',
      'enable javascript and cookies to continue',
      'performing security verification',
      'sorry, you have been blocked',
    ],
  },
  {
    name: 'DataDome',
    parts: ['captcha-delivery.com', 'datadome'],
    texts: ['please enable js and disable any ad blocker'],
  },
  {
    name: 'HUMAN',
    parts: ['px-captcha', 'captcha.px-cdn', 'perimeterx', 'px-cloud.net'],
    titles: ['access to this page has been denied', 'human verification'],
    texts: [
      'press & hold to confirm you are',
      'press and hold to confirm you are',
      'access to this page has been denied because we believe you are using automation tools',
    ],
  },
  {
    name: 'Akamai',
    parts: ['errors.edgesuite.net', 'sec-if-cpt', 'sec-cpt', '/_sec/cp_challenge'],
    texts: ["you don't have permission to access", 'errors.edgesuite.net'],
  },
  {
    name: 'Imperva',
    parts: ['_incapsula_resource', 'incapsula'],
    titles: ['pardon our interruption'],
    texts: [
      'request unsuccessful. incapsula incident',
      'incapsula incident id',
      'something about your browser made us think you were a bot',
    ],
  },
  {
    name: 'AWS WAF',
    parts: ['awswaf.com', 'awswafcaptcha', 'captcha-sdk.awswaf', 'token.awswaf'],
    titles: ['human verification'],
    texts: ['javascript is disabled in order to continue, we need to verify'],
  },
  {
    name: 'Kasada',
    parts: ['ips.js?', '/149e9513-01fa-4fb0-aad4-566afd725d1b/', 'window.kpsdk'],
  },
  {
    name: 'Vercel',
    titles: ['vercel security checkpoint'],
    texts: ["we're verifying your browser"],
  },
  {
    name: 'Anubis',
    parts: ['anubis', '.within.website'],
    titles: ["making sure you're not a bot", 'making sure you are not a bot'],
  },
  {
    name: 'Sucuri',
    parts: ['sucuri_cloudproxy_js'],
    titles: ['sucuri website firewall'],
    texts: ['sucuri website firewall'],
  },
  {
    name: 'a waiting room',
    parts: ['queue-it.net', 'waiting-room'],
    texts: [
      'you are now in line',
      'virtual waiting room',
      'you are in a queue',
      'you are now in the waiting room',
    ],
  },
  {
    name: 'F5',
    texts: [
      'the requested url was rejected. please consult with your administrator',
      'your support id is',
    ],
  },
  {
    name: 'Google',
    texts: ['our systems have detected unusual traffic from your computer network'],
  },
  {
    name: 'Amazon',
    texts: ['enter the characters you see below', 'to discuss automated access to amazon data'],
  },
  {
    name: 'a captcha',
    parts: [
      'hcaptcha.com/1/api',
      'recaptcha/api',
      'h-captcha',
      'g-recaptcha',
      'geetest',
      'arkoselabs',
      'friendlycaptcha',
    ],
    texts: [],
  },
  {
    name: '',
    titles: [
      'are you a robot',
      'are you human',
      'robot check',
      'robot or human',
      'bot verification',
      'security check',
      'captcha',
      'verify you are human',
      'verifying your browser',
      'browser check',
      'checking your browser',
      'ddos protection',
      'you have been blocked',
      'please verify',
      'client challenge',
      'one more step',
      'unusual traffic',
    ],
    texts: [
      'verify that you are not a robot',
      'your request has been blocked',
      'your access to this site has been limited',
      'you have been blocked',
      'please solve the captcha',
      'please complete the captcha',
      'please complete the security check',
      'checking if the site connection is secure',
      'unusual activity from your',
      'unusual traffic from your',
      'bitte bestätigen sie, dass sie kein roboter',
      'vérifiez que vous êtes humain',
      'confirma que eres humano',
    ],
    words: [
      'verify you are a human',
      "verify you're human",
      'verify you are human',
      'confirm you are human',
      'prove you are human',
      "prove you're not a robot",
      'i am not a robot',
      "i'm not a robot",
      'automated access',
      'unusual traffic from',
      'complete the security check',
      'bot detection',
      'suspicious activity',
      'complete the captcha',
    ],
  },
]
