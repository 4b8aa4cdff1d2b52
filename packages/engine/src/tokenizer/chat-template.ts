/**
 * Messages as `<|im_start|>role`, content, `<|im_end|>`. What the assistant says is marked with `generation`, so that
 * `apply_chat_template(…, return_assistant_tokens_mask=True)` says which tokens to train on, the closing one included.
 */
export const chatTemplate = [
  "{%- for message in messages -%}",
  "{{- '<|im_start|>' + message['role'] + '\\n' -}}",
  "{%- if message['role'] == 'assistant' -%}",
  "{%- generation -%}{{- message['content'] + '<|im_end|>' -}}{%- endgeneration -%}",
  "{%- else -%}",
  "{{- message['content'] + '<|im_end|>' -}}",
  "{%- endif -%}",
  "{{- '\\n' -}}",
  "{%- endfor -%}",
  "{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}",
].join("");
