import { useEffect, useRef, useState } from 'react'
import { setView } from './view-store'

export interface Submission {
  /** Why the command was refused; null if it was not. */
  readonly refusal: string | null
  readonly isSubmitting: boolean
  /** Runs a command, which resolves to a refusal or to null. Does nothing while another command is running. */
  readonly submit: (command: () => Promise<string | null>) => Promise<void>
  /** Removes the refusal, when the user changes the refused value. */
  readonly forget: () => void
}

/** Calls `onAccepted` after success. If the form was closed meanwhile, a refusal is shown in the window instead. */
export function useSubmit(onAccepted: () => void): Submission {
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
    forget: () => setRefusal(null),
    async submit(command) {
      if (isSubmitting) return
      setIsSubmitting(true)
      setRefusal(null)
      const refused = await command()
      if (!isShown.current) return refused === null ? undefined : setView({ failure: refused })
      setIsSubmitting(false)
      setRefusal(refused)
      if (refused === null) onAccepted()
    },
  }
}
