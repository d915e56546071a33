import { useEffect, useRef, useState } from 'react'
import { setView } from '../store/view-store'

/** What came of a form that a command is made of. */
export interface Submission {
  /** Why the command was not taken, or null. */
  readonly refusal: string | null
  /** Takes what a command resolves to: why it was not taken, or null. */
  readonly submit: (command: Promise<string | null>) => Promise<void>
}

/** Calls `onTaken` once the command was taken: until then the form stays as it was typed. Whoever closed it meanwhile is told in the window. */
export function useSubmit(onTaken: () => void): Submission {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return {
    refusal,
    async submit(command) {
      const found = await command
      if (!isShown.current) return found === null ? undefined : setView({ failure: found })
      setRefusal(found)
      if (found === null) onTaken()
    },
  }
}
