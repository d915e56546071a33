import { useEffect, useRef, useState } from 'react'
import { setView } from './view-store'

/** What came of a form that a command is made of. */
export interface Submission {
  /** Why the command was not taken, or null. */
  readonly refusal: string | null
  /** The host has not answered yet. */
  readonly isSubmitting: boolean
  /** Gives a command, which resolves to why it was not taken, or to null. While one is under way no other is given. */
  readonly submit: (command: () => Promise<string | null>) => Promise<void>
}

/**
 * Calls `onTaken` once the command was taken: until then the form stays as it was typed. Whoever closed it meanwhile is
 * told in the window.
 */
export function useSubmit(onTaken: () => void): Submission {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return {
    refusal,
    isSubmitting,
    async submit(command) {
      if (isSubmitting) return
      setIsSubmitting(true)
      setRefusal(null)
      const found = await command()
      if (!isShown.current) return found === null ? undefined : setView({ failure: found })
      setIsSubmitting(false)
      setRefusal(found)
      if (found === null) onTaken()
    },
  }
}
