import type { ReactNode } from 'react'

/** The frame of pages for people who are not signed in. */
export const Door = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center gap-6 p-4">
    <p className="flex items-center justify-center gap-2 font-semibold text-lg">
      <img src="/icon.svg" alt="" width="28" height="28" /> Siteray
    </p>
    <div className="flex flex-col gap-5 rounded-xl border bg-card p-6 shadow-sm">
      <h1 className="font-semibold text-xl">{title}</h1>
      {children}
    </div>
  </main>
)
