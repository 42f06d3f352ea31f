/** What their service has and this one does not, with what to use instead; a path begins with it. */
export const notOffered: Record<string, string> = {
  '/agent': 'There is no agent: use scrape with the format json, or extract.',
  '/browser': 'Browser sessions are not offered.',
  '/interact': 'Browser sessions are not offered.',
  '/scrape/:id/interact': 'Browser sessions are not offered.',
  '/scrape/:id': 'A scrape is answered at once and not kept.',
  '/monitor':
    'Monitors are not offered here: a schedule (POST /v1/schedules of Siteray) repeats a call and tells what changed.',
  '/feedback': 'Feedback is not taken.',
  '/search/:id/feedback': 'Feedback is not taken.',
  '/search/research': 'There is no index of papers.',
  '/search/developer': 'There is no index of code.',
  '/research': 'There is no index of papers.',
  '/developer': 'There is no index of code.',
  '/crawl/params-preview': 'A prompt does not become options of a crawl: name them.',
  '/llmstxt': 'Files for language models are not made: crawl the site.',
  '/deep-research': 'Research is not offered: use search and scrape.',
  '/support/ask': 'There is no support desk behind this server.',
  '/parse/upload-url': 'Files are sent with the call itself: POST /v2/parse.',
}
