import { useEffect, useState } from 'react'
import { askForImage, type ImageAnswer } from '../../api/image.ts'
import { whileWanted } from '../../api/while-wanted.ts'
import { Badge, Card } from '../../parts/basics.tsx'
import { Choice } from '../../parts/fields.tsx'
import { type Column, InCard, List } from '../../parts/list.tsx'
import { count } from '../../parts/words.ts'

type Query = Record<string, string | number>
type Row = { query: Query; about: string; answer: ImageAnswer | Error | undefined }

/** Each parameter with what it is for. */
const asked: readonly { query: Query; about: string }[] = [
  { query: { size: 64 }, about: '64 px, as a page shows it' },
  { query: { size: 64, retina: 'true' }, about: 'twice the pixels; an SVG needs none' },
  { query: { size: 64, format: 'webp' }, about: 'another format, for icons of pixels' },
  { query: { size: 64, raster: 'true' }, about: 'pixels, whatever the icon is' },
  { query: { size: 64, raster: 'true', format: 'webp' }, about: 'the same as WebP' },
  { query: { size: 64, raster: 'true', format: 'jpg' }, about: 'the same on white' },
  { query: { size: 64, greyscale: 'true' }, about: 'without color' },
  { query: { size: 64, fallback: '404' }, about: 'a 404 instead of a monogram' },
]

/** What the image API really answers to each of its parameters, asked now. */
export const WhatComes = ({ address }: { address: (query: Query) => string }) => {
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  return (
    <Card
      title="What each parameter returns"
      about="Live answers of the image API."
      actions={
        <Choice
          label="Theme"
          options={[
            { value: 'light', label: 'theme=light' },
            { value: 'dark', label: 'theme=dark' },
          ]}
          value={theme}
          onChange={setTheme}
        />
      }
    >
      <Answers
        key={theme}
        address={query => address({ ...query, theme })}
        isDark={theme === 'dark'}
      />
    </Card>
  )
}

const Answers = ({ address, isDark }: { address: (query: Query) => string; isDark: boolean }) => {
  const [answers, setAnswers] = useState<Record<number, ImageAnswer | Error>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another domain or theme is another list
  useEffect(() => {
    const stops = asked.map(({ query }, place) => {
      const keep = (answer: ImageAnswer | Error) =>
        setAnswers(known => ({ ...known, [place]: answer }))
      return whileWanted(signal => askForImage(address(query), signal), keep, keep)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <InCard>
      <List
        label="Answers"
        columns={columns(isDark)}
        rows={asked.map((one, place) => ({ ...one, answer: answers[place] }))}
        keyOf={({ about }) => about}
      />
    </InCard>
  )
}

const there = (answer: Row['answer']): answer is ImageAnswer =>
  answer !== undefined && !(answer instanceof Error)

const columns = (isDark: boolean): Column<Row>[] => [
  {
    name: 'Parameters',
    cell: ({ query, about }) => (
      <span className="block min-w-0">
        <code className="break-all font-mono text-xs">
          {Object.entries(query)
            .map(([name, value]) => `${name}=${value}`)
            .join('&')}
        </code>
        <span className="block whitespace-normal text-soft text-xs">{about}</span>
      </span>
    ),
  },
  {
    name: 'Picture',
    width: 'w-24',
    cell: ({ answer, about }) => {
      if (answer === undefined)
        return <span className="my-1 block size-16 animate-pulse rounded bg-hover" />
      if (!there(answer) || answer.src === undefined) return <span className="text-soft">none</span>
      return (
        <span
          className={`my-1 inline-flex size-16 items-center justify-center rounded border ${isDark ? 'bg-[#121212]' : 'bg-white'}`}
        >
          <img src={answer.src} alt={about} width={56} height={56} />
        </span>
      )
    },
  },
  {
    name: 'Answer',
    width: 'w-52',
    cell: ({ answer }) => {
      if (answer instanceof Error) return <span className="text-bad">{answer.message}</span>
      if (!there(answer)) return null
      return (
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={answer.status === 200 ? 'good' : 'warn'}>{answer.status}</Badge>
          <code className="font-mono text-xs">{answer.type.split(';')[0]}</code>
        </span>
      )
    },
  },
  {
    name: 'Paints',
    width: 'w-24',
    isFigure: true,
    cell: ({ answer }) =>
      there(answer) && answer.src !== undefined && `${answer.width}×${answer.height}`,
  },
  {
    name: 'Bytes',
    width: 'w-20',
    isFigure: true,
    cell: ({ answer }) => there(answer) && count(answer.bytes),
  },
  {
    name: 'Source',
    width: 'w-28',
    hide: 'narrow',
    cell: ({ answer }) => there(answer) && answer.source,
  },
]
