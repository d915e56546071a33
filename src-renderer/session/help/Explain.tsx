import { CircleQuestionMark } from 'lucide-react'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { Explanation } from '../../kit/overlay/Explanation'
import { useHasHost } from '../connection/connection-store'
import { sessionStrings } from '../strings'
import { type HelpPlace, openHelp } from './help-places'

const words = sessionStrings.help

interface ExplainProps {
  readonly question: string
  readonly text: string
  readonly at: HelpPlace
}

/** A "?" that opens an explanation with a link to Help. A page without a host has no Help. */
export function Explain({ question, text, at }: ExplainProps) {
  const hasHelp = useHasHost()
  const more = (close: () => void) => {
    const open = () => {
      close()
      openHelp(at)
    }
    return (
      <Button look="link" onClick={open}>
        {words.more}
      </Button>
    )
  }
  return <Explanation question={question} text={text} {...(hasHelp && { more })} />
}

/** Opens Help at the given place; for the header of a sheet or a page. */
export const HelpButton = ({ about, at }: { readonly about: string; readonly at: HelpPlace }) => (
  <IconButton icon={CircleQuestionMark} label={words.about(about)} isQuiet onClick={() => openHelp(at)} />
)
