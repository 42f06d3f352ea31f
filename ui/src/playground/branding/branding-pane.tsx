import { useState } from 'react'
import { ask, type BodyOf } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Badge, Card } from '../../parts/basics.tsx'
import { Checkbox, Choice, Field } from '../../parts/fields.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Form, Submit } from '../../parts/form.tsx'
import { count } from '../../parts/words.ts'
import { useSearch } from '../../route.tsx'
import { AddressField, examples, exampleUrl } from '../address-field.tsx'
import { credits } from '../price.tsx'
import { SameCall } from '../same-call.tsx'
import { asBody, numberOf, travelOf, usualTravel } from '../scrape/asked.ts'
import { headersOf } from '../scrape/lines.ts'
import { Headers } from '../scrape/more-options.tsx'
import { TravelFields } from '../travel.tsx'
import { UnderWay } from '../under-way.tsx'
import { type WithPage, withPage } from '../with-page.ts'
import { ColorCard } from './colors.tsx'
import { Exports } from './exports.tsx'
import { LogoCard } from './logos.tsx'
import type { Profile } from './profile.ts'
import { Rebuilt, SpacingCard } from './rebuilt.tsx'
import { TypeCard } from './type-specimens.tsx'
import { Why, WhyBox, WhyCard } from './why.tsx'

type Result = WithPage<'POST /v1/branding'>

const usual = {
  ...{ url: '', extent: 'full', picture: '', timeout: '', mobile: '', robots: '' },
  ...usualTravel,
}

const extents = [
  { value: 'full', label: `Everything (${credits('brandingFull')})` },
  { value: 'quick', label: `Colors and images (${credits('brandingHeuristic')})` },
] as const

export const BrandingPane = ({ apiUrl }: { apiUrl: string }) => {
  const [asked, setAsked] = useSearch(usual)
  const { url, extent, picture } = asked
  const [headers, setHeaders] = useState('')
  const withPicture = picture !== 'no'
  const [result, setResult] = useState<Result>()
  const body = asBody<BodyOf<'POST /v1/branding'>>({
    url: url || exampleUrl,
    include: extent === 'quick' ? ['colors', 'images'] : undefined,
    evidence: true,
    timeout: numberOf(asked.timeout),
    mobile: asked.mobile ? true : undefined,
    ...travelOf(asked),
    respectRobots: asked.robots ? true : undefined,
    headers: headersOf(headers),
  })
  const read = useAction(signal => {
    setResult(undefined)
    const call = ask('POST /v1/branding', { body, signal })
    return withPage(call, withPicture ? screenshotOf(body.url) : undefined, signal)
  }, setResult)
  return (
    <>
      <Card>
        <Form action={read}>
          <div className="flex flex-wrap items-start gap-3">
            <div className="min-w-48 flex-1">
              <AddressField
                of="site"
                value={url}
                onChange={text => setAsked({ url: text })}
                offers={[examples.site]}
              />
            </div>
            <div className="mt-6">
              <Submit whileBusy="Looking…">Profile</Submit>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <Choice
              label="How much"
              options={extents}
              value={extent as 'full'}
              onChange={chosen => setAsked({ extent: chosen })}
            />
            <Checkbox
              label={`With a screenshot (+${credits('scrape')})`}
              checked={withPicture}
              onChange={on => setAsked({ picture: on ? '' : 'no' })}
            />
          </div>
          <Fold
            title="More options"
            isOpen={Boolean(
              asked.timeout ||
                asked.mobile ||
                asked.robots ||
                Object.values(travelOf(asked)).some(Boolean),
            )}
          >
            <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
              <Field
                label="Time limit, ms"
                type="number"
                placeholder="30000"
                min={1_000}
                max={120_000}
                value={asked.timeout}
                onChange={timeout => setAsked({ timeout })}
              />
              <Headers value={headers} onChange={setHeaders} />
              <TravelFields asked={asked} onChange={setAsked} />
              <Checkbox
                label="As a mobile device"
                checked={asked.mobile !== ''}
                onChange={on => setAsked({ mobile: on ? 'yes' : '' })}
              />
              <Checkbox
                label="Obey robots.txt"
                checked={asked.robots !== ''}
                onChange={on => setAsked({ robots: on ? 'yes' : '' })}
              />
            </div>
          </Fold>
        </Form>
      </Card>
      <UnderWay action={read} steps={steps} />
      {result && <Shown result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/branding" body={body} />
    </>
  )
}

const steps = [
  [0, 'Looking at the page…'],
  [3, 'Measuring the page in a browser.'],
  [12, 'This site takes its time.'],
] as const

const screenshotOf = (url: string): BodyOf<'POST /v1/scrape'> => ({
  url,
  formats: ['screenshot'],
  render: 'always',
})

const Shown = ({ result: { value: profile, page, ms, credits } }: { result: Result }) => {
  const { colors, typography, images, components, spacing, modes } = profile
  const background = colors?.background?.value
  return (
    <WhyBox>
      <div
        data-testid="profile"
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Identity
            profile={profile}
            about={`${profile.url} · ${count(Math.round(ms))} ms · credits: ${credits}`}
          />
          {colors && <ColorCard colors={colors} modes={modes} />}
          {components && <Rebuilt components={components} background={background} />}
          {typography && <TypeCard typography={typography} />}
          {spacing && <SpacingCard spacing={spacing} />}
          {images && <LogoCard images={images} />}
          <Exports profile={profile} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
          <WhyCard />
          {page?.screenshot && (
            <Card title="The page itself">
              <div className="max-h-[32rem] overflow-auto rounded border">
                <img
                  src={page.screenshot}
                  alt={`Screenshot of ${profile.url}`}
                  className="w-full"
                />
              </div>
            </Card>
          )}
        </div>
      </div>
    </WhyBox>
  )
}

const Identity = ({ profile, about }: { profile: Profile; about: string }) => {
  const { brandName, colorScheme, personality, designSystem, warning } = profile
  const { framework, componentLibrary } = designSystem ?? {}
  return (
    <Card title={brandName?.value ?? new URL(profile.url).hostname} about={about}>
      {warning && <p className="mb-3 text-warn">{warning}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {brandName && (
          <Why name="Name of the brand" shown={brandName.value} found={brandName}>
            <Badge tone="soft">{brandName.value}</Badge>
          </Why>
        )}
        <Badge tone="soft">{colorScheme}</Badge>
        {personality && (
          <Why
            name="Personality"
            shown={`${personality.tone}, ${personality.energy}, for ${personality.audience}`}
            found={personality}
          >
            <Badge tone="soft">
              {personality.tone}, {personality.energy}, for {personality.audience}
            </Badge>
          </Why>
        )}
        {[framework, componentLibrary].map(
          system =>
            system && (
              <Why key={system.value} name="Built with" shown={system.value} found={system}>
                <Badge tone="soft">{system.value}</Badge>
              </Why>
            ),
        )}
      </div>
    </Card>
  )
}
