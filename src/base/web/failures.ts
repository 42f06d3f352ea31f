import { AppError } from '../../kit/errors.ts'

/**
 * What went wrong between us and a host, as a sentence its caller can use. An error that is none of
 * the network's is passed on as it is: it is a bug of ours and must look like one.
 */
export const describeFailure = (error: unknown, host: string): unknown => {
  if (error instanceof AppError) return error
  if (error instanceof AggregateError && error.errors.length > 0)
    return describeFailure(error.errors[0], host)
  const code = codeOf(error)
  if (code === undefined) return error
  const certificate = certificateFaults[code]
  if (certificate)
    return unreachable(
      `${host} answered with a TLS certificate that is not trusted (${certificate}).`,
      error,
    )
  const known = faults[code]
  if (known)
    return new AppError(known.code, `${host} ${known.what}.`, {
      cause: error,
      transient: known !== headersTooLarge,
    })
  const family = families.find(candidate => candidate.pattern.test(code))
  return family ? unreachable(`${host} ${family.what}.`, error) : error
}

const unreachable = (message: string, cause: unknown): AppError =>
  new AppError('page_unreachable', message, { cause })

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici's parser leaves some of its errors without a code.
  return error.name === 'HTTPParserError' ? 'HPE_UNKNOWN' : undefined
}

const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'its authority is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'issued for another name',
}

const closedEarly = {
  code: 'page_unreachable',
  what: 'closed the connection before its answer was complete',
} as const
const noConnection = { code: 'page_timeout', what: 'did not accept a connection in time' } as const
const noRoute = { code: 'page_unreachable', what: 'cannot be reached from this network' } as const
const headersTooLarge = {
  code: 'page_too_large',
  what: 'sent more than 64 kB of response headers',
} as const

const faults: Record<
  string,
  { code: 'page_unreachable' | 'page_timeout' | 'page_too_large'; what: string }
> = {
  ECONNREFUSED: { code: 'page_unreachable', what: 'refused the connection' },
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ECONNABORTED: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  ERR_STREAM_PREMATURE_CLOSE: closedEarly,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  UND_ERR_HEADERS_OVERFLOW: headersTooLarge,
  HPE_HEADER_OVERFLOW: headersTooLarge,
}

const families = [
  { pattern: /^(EPROTO|ERR_SSL_|ERR_TLS_|ERR_OSSL_)/, what: 'did not complete the TLS handshake' },
  { pattern: /^(HPE_|UND_ERR_RES)/, what: 'answered with something that is not proper HTTP' },
  {
    pattern: /^(Z_|ERR_BROTLI|ERR_PADDING|ERR__|ZSTD_)/,
    what: 'sent a compressed body that cannot be unpacked',
  },
  // Whatever else a certificate check may say; OpenSSL has some seventy such names.
  {
    pattern: /CERT|ISSUER|CRL|SIGNATURE/,
    what: 'answered with a TLS certificate that is not trusted',
  },
]
