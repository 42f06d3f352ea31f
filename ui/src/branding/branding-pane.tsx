import { useState } from 'react'
import { ask, useAction } from '../ask.ts'
import { Badge, Button, Card, Problem, Waiting } from '../parts/basics.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { SameCall } from '../parts/same-call.tsx'
import { count } from '../parts/words.ts'
import { ColorCard } from './colors.tsx'
import { Exports } from './exports.tsx'
import { LogoCard } from './logos.tsx'
import type { Profile } from './profile.ts'
import { Rebuilt, SpacingCard } from './rebuilt.tsx'
import { TypeCard } from './type-specimens.tsx'
import { Why, WhyBox, WhyCard } from './why.tsx'

type Result = { profile: Profile; screenshot: string | undefined; ms: number; credits: number }

const extents = [
  { value: 'full', label: 'Everything (5 credits)' },
  { value: 'quick', label: 'Colors and images (2 credits)' },
] as const

export const BrandingPane = ({ apiUrl }: { apiUrl: string }) => {
  const [url, setUrl] = useState('')
  const [extent, setExtent] = useState<'full' | 'quick'>('full')
  const [withPicture, setWithPicture] = useState(true)
  const [result, setResult] = useState<Result>()
  const body = {
    url: url || 'https://example.com',
    ...(extent === 'quick' ? { include: ['colors', 'images'] } : {}),
    evidence: true,
  }
  const read = useAction(async () => {
    setResult(undefined)
    setResult(await run(body, withPicture))
  })
  return (
    <>
      <Card>
        <form
          className="flex flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            read.run()
          }}
        >
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-64 flex-1">
              <Field
                label="Address of a site"
                type="url"
                required
                placeholder="https://example.com"
                value={url}
                onChange={event => setUrl(event.target.value)}
              />
            </div>
            <Button type="submit" look="main" disabled={read.busy}>
              {read.busy ? 'Looking…' : 'Profile'}
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <Choice label="How much" options={extents} value={extent} onChange={setExtent} />
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={withPicture}
                onChange={event => setWithPicture(event.target.checked)}
              />
              With a screenshot beside it (1 credit more)
            </label>
          </div>
        </form>
      </Card>
      <Problem>{read.error}</Problem>
      {read.busy && <Waiting />}
      {result && <Shown result={result} />}
      <SameCall apiUrl={apiUrl} path="/v1/branding" body={body} />
    </>
  )
}

const run = async (body: { url: string }, withPicture: boolean): Promise<Result> => {
  const [answer, page] = await Promise.all([
    ask<Profile>('/v1/branding', { body }),
    // A profile without its screenshot is still a profile.
    withPicture
      ? ask<{ screenshot?: string }>('/v1/scrape', {
          body: { url: body.url, formats: ['screenshot'], render: 'always' },
        }).catch(() => undefined)
      : undefined,
  ])
  const used = [answer, page].map(one => Number(one?.headers.get('x-credits-used') ?? 0))
  return {
    profile: answer.value,
    screenshot: page?.value.screenshot,
    ms: answer.ms,
    credits: used.reduce((sum, one) => sum + one, 0),
  }
}

const Shown = ({ result: { profile, screenshot, ms, credits } }: { result: Result }) => {
  const { colors, typography, images, components, spacing, modes } = profile
  const background = colors?.background?.value
  return (
    <WhyBox>
      <div
        data-testid="profile"
        className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-6">
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
        <div className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-4">
          <WhyCard />
          {screenshot && (
            <Card title="The page itself">
              <div className="max-h-[32rem] overflow-auto rounded border">
                <img src={screenshot} alt={`Screenshot of ${profile.url}`} className="w-full" />
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
