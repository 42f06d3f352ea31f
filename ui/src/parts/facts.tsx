import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode; about?: ReactNode }

/** What there is to know of one thing, side by side: five of them. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line shadow-xs lg:grid-cols-5">
    {facts.map(({ name, value, about }) => (
      <div key={name} className="min-w-0 bg-card p-4 sm:px-5 last:col-span-2 lg:last:col-span-1">
        <dt className="text-soft text-xs">{name}</dt>
        <dd className="truncate font-medium">{value}</dd>
        <dd className="break-words text-soft text-xs">{about}</dd>
      </div>
    ))}
  </dl>
)
