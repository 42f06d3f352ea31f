import { attempt } from './attempt.ts'
/**
 * A URL whose user name and password can be decoded by whoever uses it. People paste passwords as
 * they are: where a `%` begins no escape, every `%` of that part stands for itself.
 */
export const withDecodableLogin = (url: string): string =>
  url.replace(
    /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@/i,
    (_, scheme: string, login: string) => `${scheme}${login.split(':').map(decodable).join(':')}@`,
  )

const decodable = (part: string): string =>
  attempt(() => decodeURIComponent(part)) === undefined ? part.replaceAll('%', '%25') : part
