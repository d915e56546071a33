import { describe, expect, it } from 'vitest'
import { readDestinations } from './destinations'

describe('the destinations of spans', () => {
  it('are empty by default', () => {
    expect(readDestinations({})).toEqual([])
    expect(readDestinations({ LANGFUSE_HOST: 'https://langfuse.example.org', LANGFUSE_PUBLIC_KEY: 'pk' })).toEqual([])
    expect(
      readDestinations({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'nonsense' }),
    ).toEqual([])
  })

  it('include an OTLP endpoint with percent-decoded headers', () => {
    expect(
      readDestinations({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YQ==, x-team = a%b ,nonsense',
      }),
    ).toEqual([{ url: 'http://localhost:4318/v1/traces', headers: { authorization: 'Basic YQ==', 'x-team': 'a%b' } }])
  })

  it('include the address for traces unchanged', () => {
    expect(
      readDestinations({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b/in',
        OTEL_EXPORTER_OTLP_HEADERS: 'k=1,j=1',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'k=2',
      }),
    ).toEqual([{ url: 'http://b/in', headers: { k: '2', j: '1' } }])
  })

  it('include Langfuse by its two keys, in the cloud by default', () => {
    const keys = { LANGFUSE_PUBLIC_KEY: 'pk', LANGFUSE_SECRET_KEY: 'sk' }
    const headers = { authorization: 'Basic cGs6c2s=', 'x-langfuse-ingestion-version': '4' }
    expect(readDestinations(keys)).toEqual([{ url: 'https://cloud.langfuse.com/api/public/otel/v1/traces', headers }])
    expect(readDestinations({ ...keys, LANGFUSE_HOST: 'http://localhost:3000/' })).toEqual([
      { url: 'http://localhost:3000/api/public/otel/v1/traces', headers },
    ])
  })

  it('can be an OTLP endpoint and Langfuse', () => {
    expect(
      readDestinations({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a',
        LANGFUSE_PUBLIC_KEY: 'pk',
        LANGFUSE_SECRET_KEY: 'sk',
      }),
    ).toHaveLength(2)
  })
})
