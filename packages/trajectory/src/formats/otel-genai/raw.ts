import * as z from "zod";

const Attribute = z.looseObject({ key: z.string(), value: z.unknown().optional() });
const Attributes = z.array(Attribute).nullish();

const Span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().nullish(),
  name: z.string().nullish(),
  startTimeUnixNano: z.union([z.string(), z.number()]).nullish(),
  endTimeUnixNano: z.union([z.string(), z.number()]).nullish(),
  attributes: Attributes,
  events: z.array(z.looseObject({ name: z.string().nullish(), attributes: Attributes })).nullish(),
});

const ScopeSpans = z.looseObject({ spans: z.array(Span).nullish() });

/** A batch of spans as OTLP's JSON has it; `instrumentationLibrarySpans` is what `scopeSpans` was called before 2022. */
export const SpanBatch = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: Attributes }).nullish(),
      scopeSpans: z.array(ScopeSpans).nullish(),
      instrumentationLibrarySpans: z.array(ScopeSpans).nullish(),
    }),
  ),
});
export type SpanBatch = z.infer<typeof SpanBatch>;
/** A span as it is in a batch, its attributes wrapped in their types. */
export type RawSpan = z.infer<typeof Span>;
