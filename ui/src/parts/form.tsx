import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Action } from '../api/use-action.ts'
import { Button, Problem } from './basics.tsx'
import { join } from './words.ts'
import { sayWrong, wrongField } from './wrong-field.ts'

const Busy = createContext(false)

/**
 * Every form: what it does is an action, which it starts when it is submitted. While that runs its
 * button waits; what goes wrong is said below the fields, and the first of them that is wrong has
 * the focus.
 */
export const Form = ({
  action,
  end,
  className,
  children,
}: {
  action: Action
  /** Below what is said of an error: the buttons, where they do not stand among the fields. */
  end?: ReactNode
  className?: string
  children: ReactNode
}) => {
  const form = useRef<HTMLFormElement>(null)
  const submittedFrom = useRef<Element>(null)
  const [wrong, setWrong] = useState<Error>()
  const { error } = action
  useEffect(() => {
    if (!error || !form.current) return
    const { activeElement } = document
    // Somebody who went on to something else meanwhile is not called back. A button that had to
    // wait has lost the focus to the page.
    const stayed = activeElement === submittedFrom.current || activeElement === document.body
    if (stayed) firstWrong(form.current)?.focus()
  }, [error])
  return (
    <form
      ref={form}
      noValidate
      className={join('flex flex-col gap-4', className)}
      onInput={() => setWrong(undefined)}
      onSubmit={event => {
        event.preventDefault()
        const field = wrongField(event.currentTarget)
        setWrong(field ? new Error(sayWrong(field)) : undefined)
        if (field) return field.focus()
        submittedFrom.current = document.activeElement
        action.run()
      }}
    >
      <Busy value={action.busy}>
        {children}
        {/* The buttons of a long dialog stay in sight, and so does what they led to. */}
        <div className="z-1 rounded-md bg-card empty:hidden in-[dialog]:sticky in-[dialog]:bottom-10">
          <Problem error={wrong ?? error} />
        </div>
        {end}
      </Busy>
    </form>
  )
}

/** Where nobody says which field it was, the first one; without any, the button. */
const firstWrong = (form: HTMLFormElement): HTMLElement | null =>
  ['[aria-invalid], :is(input, textarea, select):invalid', fields, '[type=submit]']
    .map(selector => form.querySelector<HTMLElement>(selector))
    .find(element => element !== null) ?? null

const fields = ':is(input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select)'

/** The button of the form around it. */
export const Submit = ({
  whileBusy,
  disabled,
  children,
  ...rest
}: { whileBusy?: string } & ComponentProps<typeof Button>) => {
  const busy = use(Busy)
  return (
    <Button type="submit" look="main" {...rest} disabled={busy || disabled}>
      {(busy && whileBusy) || children}
    </Button>
  )
}
