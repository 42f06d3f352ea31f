import { useState } from 'react'
import type { PlaygroundAnswer } from '../../../src/doors/dashboard/answers.ts'
import { useAction } from '../ask/use-action.ts'
import { Card } from '../parts/basics.tsx'
import { Code } from '../parts/code.tsx'
import { Choice, Field } from '../parts/fields.tsx'
import { Form, Submit } from '../parts/form.tsx'
import { Picture } from '../parts/picture.tsx'
import { Ranking } from './ranking.tsx'

const sizes = [32, 64, 128] as const
const themes = ['light', 'dark'] as const
const formats = ['png', 'webp', 'jpg'] as const

/** A name nobody can own, with the same first letter. */
const nameOf = (domain: string) => /^[a-z0-9]/i.exec(domain)?.[0] ?? 'a'

type Query = Record<string, string | number>

export const IconPane = ({ token, imageUrl }: PlaygroundAnswer) => {
  const [typed, setTyped] = useState('')
  const [domain, setDomain] = useState('')
  const show = useAction(async () => setDomain(typed.trim()))
  const address = (path: string, query: Query, key = token) => {
    const text = Object.entries({ ...query, token: key }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    return `${imageUrl}/${path}?${text.join('&')}`
  }
  const name = encodeURIComponent(domain)
  return (
    <>
      <Card>
        <Form action={show}>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-64 flex-1">
              <Field
                label="Domain"
                required
                placeholder="github.com"
                value={typed}
                onChange={setTyped}
              />
            </div>
            <Submit>Show</Submit>
          </div>
        </Form>
      </Card>
      {domain && (
        <div key={domain} className="flex flex-col gap-6">
          <Card title="Icon">
            <div className="grid gap-4 lg:grid-cols-2">
              {themes.map(theme => (
                <IconGrid
                  key={theme}
                  theme={theme}
                  source={(size, format) => address(name, { size, format, theme })}
                />
              ))}
            </div>
          </Card>
          <div className="grid gap-6 lg:grid-cols-2">
            <Card title="Without an icon" about="The monogram people see when a site has none.">
              <Image
                src={address(`${nameOf(domain)}.example`, { size: 96 })}
                alt="Monogram"
                width={96}
              />
            </Card>
            <Card title="Open Graph image">
              <Image
                src={address(`og/${name}`, { size: 480 })}
                alt={`Open Graph image of ${domain}`}
                width={480}
              />
            </Card>
          </div>
          <Ranking domain={domain} />
          <SameImage address={address(name, { size: 64 }, 'pk_YOUR_KEY')} />
        </div>
      )}
    </>
  )
}

/** The same image in a page, a terminal and a program. */
const SameImage = ({ address }: { address: string }) => {
  const [way, setWay] = useState<'img' | 'curl' | 'ts'>('img')
  const texts = {
    img: `<img src="${address}" alt="" width="64" height="64">`,
    curl: `curl -o icon.png "${address}"`,
    ts: `const answer = await fetch(${JSON.stringify(address)})\nconst image = await answer.blob()`,
  }
  return (
    <Card
      title="The same image"
      about="With a publishable key of yours."
      actions={
        <Choice
          label="Language"
          options={[
            { value: 'img', label: '<img>' },
            { value: 'curl', label: 'curl' },
            { value: 'ts', label: 'TypeScript' },
          ]}
          value={way}
          onChange={setWay}
        />
      }
    >
      <Code label={way === 'img' ? 'tag' : 'call'} text={texts[way]} />
    </Card>
  )
}

const IconGrid = ({
  theme,
  source,
}: {
  theme: (typeof themes)[number]
  source: (size: number, format: string) => string
}) => (
  <div
    className={`rounded-md border p-4 ${theme === 'dark' ? 'bg-[#16181f] text-[#ececf1]' : 'bg-white text-[#17181d]'}`}
  >
    <h3 className="mb-3 font-medium capitalize">{theme}</h3>
    <div aria-hidden className="mb-3 flex gap-4 font-mono text-xs opacity-80">
      <span className="w-10">px</span>
      {sizes.map(size => (
        <span key={size} style={{ width: size }}>
          {size}
        </span>
      ))}
    </div>
    {formats.map(format => (
      <div key={format} className="mb-3 flex flex-wrap items-end gap-4">
        <span className="w-10 font-mono text-xs">{format}</span>
        {sizes.map(size => (
          <Image
            key={size}
            src={source(size, format)}
            alt={`${size} px, ${format}, ${theme}`}
            width={size}
          />
        ))}
      </div>
    ))}
  </div>
)

const Image = (image: { src: string; alt: string; width: number }) => (
  <Picture
    {...image}
    className="max-w-full"
    instead={<span className="text-xs opacity-80">no image</span>}
  />
)
