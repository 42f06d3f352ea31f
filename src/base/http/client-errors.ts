import type { Socket } from 'node:net'
import { STATUS_CODES } from '../../kit/node-http.ts'

/**
 * What is no HTTP never becomes a request: its answer is written by hand, in the form that all errors
 * have (docs/api.md, “Errors”).
 */
export const answerClientError = ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, error] = answers.get(code) ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ error })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      'x-error-code: invalid_request',
      `content-length: ${body.length}`,
      'connection: close',
      ...['', body],
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

const answers = new Map<string | undefined, [status: number, error: string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request did not arrive in time.']],
  [
    'HPE_HEADER_OVERFLOW',
    [431, 'The headers of the request are larger than 16 kB, the limit here.'],
  ],
])
