import type { ReactNode } from 'react'

/** A page for people who are not signed in. */
export const Door = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center gap-5 p-4">
    <p className="flex items-center gap-2 font-semibold text-base">
      <img src="/icon.svg" alt="" width="28" height="28" /> Siteray
    </p>
    <h1 className="font-semibold text-2xl">{title}</h1>
    {children}
  </main>
)
