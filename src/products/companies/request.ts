import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { orNull, Type } from '../../kit/schema.ts'

const Text = Type.String()

export const CompanyAnswer = named('CompanyList', {
  companies: Type.Array(
    named('Company', {
      name: Type.String(),
      domain: Type.String(),
      tickers: Type.Array(Type.String(), { description: '`SAP.DE`; without a suffix in the US' }),
      source: Type.Enum(['known', 'mark', 'listing', 'operator'], {
        description: 'A list by hand, the curated marks, stock exchanges, or the operator',
      }),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      icon: Type.String({
        description: 'On the image API; with the publishable key, if one asked',
      }),
    }),
  ),
})

/** Exactly one of these. */
const Identifier = Type.Object(
  {
    name: Type.Optional(Text),
    ticker: Type.Optional(Text),
    crypto: Type.Optional(Text),
    email: Type.Optional(Text),
    domain: Type.Optional(Text),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1, title: 'CompanyIdentifier' },
)
const Query = Type.Union([Text, Identifier])
export type CompanyQuery = Static<typeof Query>

export const ResolveRequest = Type.Object(
  {
    companies: Type.Array(Query, {
      minItems: 1,
      maxItems: 1_000,
      description: 'Each a text, whose kind Siteray detects, or an object that names the kind',
    }),
  },
  {
    title: 'ResolveRequest',
    additionalProperties: false,
    examples: [{ companies: ['Coca-Cola', 'SAP.DE', 'joe@stripe.com', { crypto: 'ETH' }] }],
  },
)

export const ResolveAnswer = named('ResolvedCompanies', {
  companies: Type.Array(
    named('ResolvedCompany', {
      query: Query,
      domain: orNull(Type.String()),
      name: orNull(Type.String()),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      reason: Type.String({ description: 'Why this company, or why none' }),
    }),
    { description: 'In the order of the request' },
  ),
})
