import { type Answer, ask, type BodyOf, type Route } from '../api/ask.ts'

export type WithPage<R extends Route> = Answer<R> & {
  page: Answer<'POST /v1/scrape'>['value'] | undefined
}

/** A call, and beside it the page itself: a help to the eye, without which the answer is still one. */
export const withPage = async <R extends Route>(
  call: Promise<Answer<R>>,
  scrape: BodyOf<'POST /v1/scrape'> | undefined,
  signal: AbortSignal,
): Promise<WithPage<R>> => {
  const [answer, page] = await Promise.all([
    call,
    scrape && ask('POST /v1/scrape', { body: scrape, signal }).catch(() => undefined),
  ])
  return { ...answer, page: page?.value, credits: answer.credits + (page?.credits ?? 0) }
}
