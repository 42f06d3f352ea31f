import { Shapes } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PlaygroundAnswer } from '../../../../src/doors/dashboard/schemas.ts'
import { askForImage } from '../../api/image.ts'
import { useAction } from '../../api/use-action.ts'
import { imageLines } from '../../connect/image-lines.ts'
import { OneOf } from '../../connect/one-of.tsx'
import { WrongLogo } from '../../corrections/wrong-logo.tsx'
import { buttonLook, Card, Empty, Waiting } from '../../parts/basics.tsx'
import { Field } from '../../parts/fields.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { Picture } from '../../parts/picture.tsx'
import { Link, useSearch } from '../../route.tsx'
import { CompanyHits, findDomain, useCompanies } from './company-search.tsx'
import { type Address, Kinds } from './kinds.tsx'
import { WhyNone } from './none.tsx'
import { Ranking } from './ranking.tsx'
import { WhatComes } from './what-comes.tsx'

const examples = ['github.com', 'spotify.com', 'sample.siteray.example', 'nobody.example']

export const IconPane = ({
  token,
  imageUrl,
  publishableKey,
  isOperator,
}: PlaygroundAnswer & { isOperator: boolean }) => {
  const [{ domain }, setAddress] = useSearch({ domain: '' })
  const [typed, setTyped] = useState(domain)
  const [shown, setShown] = useState<{ domain: string; source: string }>()
  const address: Address = (path, query) => {
    const text = Object.entries({ ...query, token }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    return `${imageUrl}/${path}?${text.join('&')}`
  }
  const show = useAction(async (signal, asked: string) => {
    setShown(undefined)
    const wanted = await findDomain(asked, signal)
    setTyped(wanted)
    setAddress({ domain: wanted })
    // What is no domain is said once, before anything is drawn.
    const path = encodeURIComponent(wanted)
    const { source } = await askForImage(address(path, { size: 128 }), signal)
    return { domain: wanted, source }
  }, setShown)
  const hits = useCompanies(typed === domain ? '' : typed)
  const first = useRef(() => {
    if (domain) show.run(domain)
  })
  useEffect(() => first.current(), [])
  return (
    <>
      <Card>
        <Form action={{ ...show, run: () => show.run(typed.trim()) }}>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-48 flex-1">
              <Field
                label="Company or domain"
                required
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                placeholder="Coca-Cola, AAPL or github.com"
                value={typed}
                onChange={setTyped}
              />
            </div>
            <Submit whileBusy="Looking…">Show</Submit>
          </div>
          <p className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
            Try
            {examples.map(name => (
              <button
                key={name}
                type="button"
                onClick={() => show.run(name)}
                className="rounded text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
              >
                {name}
              </button>
            ))}
          </p>
        </Form>
        <CompanyHits hits={hits} address={address} onChoose={chosen => show.run(chosen)} />
      </Card>
      {show.busy && <Waiting />}
      {!shown && !show.busy && !show.error && hits.length === 0 && (
        <Card>
          <Empty Icon={Shapes} title="Any company’s icon, symbol and logo">
            <p>
              By name, ticker symbol or domain: in light and dark, in every size and format, with
              the reasons for the choice and lines to copy.
            </p>
          </Empty>
        </Card>
      )}
      {shown && (
        <div key={shown.domain} className="flex flex-col gap-4">
          <Card
            title={shown.domain}
            about={`Source: ${shown.source}`}
            actions={
              <span className="flex flex-wrap gap-2">
                <WrongLogo domain={shown.domain} />
                {isOperator && (
                  <Link
                    to={`/corrections?pin=${encodeURIComponent(shown.domain)}`}
                    className={buttonLook()}
                  >
                    Pin another
                  </Link>
                )}
              </span>
            }
          >
            <Surfaces domain={shown.domain} address={address} />
          </Card>
          <WhatComes address={query => address(encodeURIComponent(shown.domain), query)} />
          <Ranking domain={shown.domain} />
          <OneOf
            group={{
              title: 'Ready to copy',
              about: publishableKey
                ? 'With one of your publishable keys.'
                : 'Create a publishable key under Keys to see it in these lines.',
              lines: imageLines(imageUrl, publishableKey ?? 'pk_YOUR_KEY', shown.domain),
            }}
          />
        </div>
      )}
    </>
  )
}

/** The images where they will stand, light and dark, and the picture that links to the site show. */
const Surfaces = ({ domain, address }: { domain: string; address: Address }) => {
  const path = encodeURIComponent(domain)
  const [now] = useState(() => Date.now())
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr]">
      <Kinds domain={domain} address={address} sizes={[96, 48, 24]} />
      <figure className="rounded-md border p-4 sm:col-span-2 lg:col-span-1">
        <figcaption className="mb-3 text-soft text-xs">Open Graph image</figcaption>
        <Picture
          src={address(`og/${path}`, { size: 480, now })}
          alt={`Open Graph image of ${domain}`}
          className="max-h-48 max-w-full rounded"
          instead={<WhyNone domain={domain} />}
        />
      </figure>
    </div>
  )
}
