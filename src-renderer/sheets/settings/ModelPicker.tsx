import { type ComponentProps, useState } from 'react'
import type { ModelListing } from '@shared/contract/models'
import { Input, SearchField } from '../../kit/form/fields'
import { hasAll, wordsOf } from '../../kit/text/query-words'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { settingsStrings } from './strings'
import type { EndpointView } from './use-endpoint'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

const words = settingsStrings.model

interface ModelPickerProps {
  /** The typed model. If empty, the placeholder of the field is used. */
  readonly model: string
  readonly endpoint: EndpointView
  readonly field?: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'>
  readonly onChange: (model: string) => void
}

/** A field for a model, and a searchable list of the models that the endpoint offers. */
export function ModelPicker({ model, endpoint, field, onChange }: ModelPickerProps) {
  const [search, setSearch] = useState('')
  const { isAsking, failure } = endpoint
  const models = endpoint.models ?? []
  const selected = model || (field?.placeholder ?? '')
  const sought = wordsOf(search)
  const found = models.filter(({ id }) => hasAll(id, sought))
  return (
    <>
      <div className={styles.form}>
        <Input
          {...field}
          label={words.chosen}
          value={model}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
        <HostButton {...(isAsking ? disabledProps(words.asking) : { onClick: () => void endpoint.ask() })}>
          {words.list}
        </HostButton>
      </div>
      {models.length > 0 && (
        <div className={styles.part}>
          <SearchField
            label={words.find}
            value={search}
            onSearch={setSearch}
            // Otherwise Enter would submit the form around the list.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <select
            className={`${controls.input} ${styles.models}`}
            size={8}
            aria-label={words.models}
            value={selected}
            onChange={({ target }) => onChange(target.value)}
          >
            {!found.some(({ id }) => id === selected) && (
              <option value={selected}>{selected === '' ? words.notChosen : words.notListed(selected)}</option>
            )}
            {found.map((listing) => (
              <option key={listing.id} value={listing.id}>
                {describeModel(listing)}
              </option>
            ))}
          </select>
        </div>
      )}
      <p role="status" className={controls.hint}>
        {isAsking ? words.asking : endpoint.models && words.found(found.length, models.length)}
      </p>
      {!failure?.isKey && <Refusal text={failure?.message ?? null} />}
    </>
  )
}

function describeModel({ id, contextLength, takesTools }: ModelListing): string {
  const facts = [
    contextLength !== null && words.context(contextLength),
    takesTools === true && words.tools,
    takesTools === false && words.withoutTools,
  ]
  return [id, ...facts.filter((fact) => fact !== false)].join(' · ')
}
