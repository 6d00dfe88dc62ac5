{{- define "arbiter.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What finds the pods of an arm, and never changes. Takes (list $ARM_NAME $). */}}
{{- define "arbiter.selector" -}}
{{- $arm := index . 0 -}}{{- $root := index . 1 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ $arm }}
{{- end -}}

{{- define "arbiter.labels" -}}
{{- $root := index . 1 -}}
{{ include "arbiter.selector" . }}
app.kubernetes.io/part-of: arbiter
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "arbiter.image" -}}
{{- $image := (index . 1).Values.image -}}
{{- $tag := default (index . 1).Chart.AppVersion $image.tag -}}
{{- printf "%s%s/%s:%s" (ternary "" (printf "%s/" $image.registry) (empty $image.registry)) $image.repository (index . 0) $tag -}}
{{- end -}}

{{/* Whether some of the library is on the disk of the arms. */}}
{{- define "arbiter.embedded" -}}
{{- if or (eq .Values.stores.documents "filesystem") (not .Values.qdrant.url) (not .Values.elasticsearch.url) -}}true{{- end -}}
{{- end -}}

{{/* Keys of the secret of a bot, which are variables. Takes (list $BOT $VALUES_OF_BOT). */}}
{{- define "arbiter.botSecrets" -}}
{{- $door := ternary "SLACK_SIGNING_SECRET" "SLACK_APP_TOKEN" (default false (index . 1).httpMode) -}}
ARBITER_API_KEY,{{ ternary "DISCORD_TOKEN" (printf "SLACK_BOT_TOKEN,%s" $door) (eq (index . 0) "discord") }}
{{- end -}}

{{/* By name: the arms with what all of them have, and the enabled bots in the same form. `secrets` are those that a pod mounts. */}}
{{- define "arbiter.parts" -}}
{{- $values := .Values -}}{{- $parts := dict -}}
{{- range $arm, $own := $values.arms -}}
{{- $secrets := list (dict "variable" "ARBITER_API_KEY" "secret" $values.apiKey.existingSecret "key" $values.apiKey.key) -}}
{{- with $values.keysFile.existingSecret -}}{{- $secrets = append $secrets (dict "variable" "ARBITER_KEYS" "secret" . "key" $values.keysFile.key) -}}{{- end -}}
{{- range $values.secretFiles -}}
{{- if or (not .arms) (has $arm .arms) -}}{{- $secrets = append $secrets . -}}{{- end -}}
{{- end -}}
{{- $shared := dict "secrets" $secrets "extraEnv" (concat $values.extraEnv $own.extraEnv) "extraEgress" (concat $values.networkPolicy.extraEgress $own.extraEgress) -}}
{{- $_ := set $parts $arm (mergeOverwrite (deepCopy $own) $shared (dict "config" (mergeOverwrite (deepCopy $values.config) $own.config))) -}}
{{- end -}}
{{- range $bot, $own := $values.bots -}}
{{- if $own.enabled -}}
{{- $secrets := list -}}
{{- range splitList "," (include "arbiter.botSecrets" (list $bot $own)) -}}{{- $secrets = append $secrets (dict "variable" . "secret" $own.existingSecret "key" .) -}}{{- end -}}
{{- $asArm := dict "isBot" true "replicas" 1 "secrets" $secrets "persistence" (dict) "autoscaling" (dict) "service" (dict "type" "ClusterIP" "annotations" (dict)) -}}
{{- $_ := set $parts (printf "%s-bot" $bot) (merge $asArm (deepCopy $own)) -}}
{{- end -}}
{{- end -}}
{{- toYaml $parts -}}
{{- end -}}

{{/* Variables of an arm or a bot that follow from other values; its own `config` goes before them. */}}
{{- define "arbiter.environment" -}}
{{- $arm := index . 0 -}}{{- $root := index . 1 -}}{{- $values := $root.Values -}}
{{- $own := get (include "arbiter.parts" $root | fromYaml) $arm -}}
{{- $derived := dict "DRAIN_SECONDS" (toString $own.drainSeconds) (ternary (printf "%s_PORT" (upper $arm)) "ARM_PORT" (has $arm (list "orchestrator" "retriever"))) (toString $own.port) -}}
{{- if $values.nats.url -}}{{- $_ := set $derived "NATS_URL" $values.nats.url -}}{{- end -}}
{{- if and $values.ollama.url (ne $arm "orchestrator") -}}{{- $_ := set $derived "OLLAMA_HOST" $values.ollama.url -}}{{- end -}}
{{- if has $arm (list "retriever" "ingestion") -}}
{{- $_ := set $derived "DOCUMENT_STORE" $values.stores.documents -}}
{{- if $values.qdrant.url -}}{{- $_ := set $derived "QDRANT_URL" $values.qdrant.url -}}{{- end -}}
{{- if $values.elasticsearch.url -}}{{- $_ := set $derived "ELASTICSEARCH_URL" $values.elasticsearch.url -}}{{- end -}}
{{- end -}}
{{- if eq $arm "orchestrator" -}}
{{- $_ := set $derived "SESSION_STORE" $values.stores.sessions -}}
{{- if $values.oidc.issuer -}}
{{- $variables := dict "issuer" "OIDC_ISSUER" "audience" "OIDC_AUDIENCE" "roles" "OIDC_ROLES" "roleClaim" "OIDC_ROLE_CLAIM" "tenantClaim" "OIDC_TENANT_CLAIM" "groupsClaim" "OIDC_GROUPS_CLAIM" -}}
{{- range $value, $variable := $variables -}}
{{- with index $values.oidc $value -}}{{- $_ := set $derived $variable . -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if $own.isBot -}}
{{- $derived = dict "ARM_PORT" $own.port "ARBITER_MCP_URL" (printf "http://%s-orchestrator:%v/mcp" (include "arbiter.fullname" $root) $values.arms.orchestrator.port) -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $derived $own.config }}
{{ $name }}: {{ toString $value | quote }}
{{- end }}
{{- end -}}

{{/* Port of a URL, or that of its scheme. */}}
{{- define "arbiter.portOf" -}}
{{- $url := urlParse . -}}
{{- if regexMatch ":[0-9]+$" $url.host -}}{{- regexFind "[0-9]+$" $url.host -}}
{{- else -}}{{- get (dict "http" "80" "https" "443" "ws" "80" "wss" "443") $url.scheme | default "4222" -}}{{- end -}}
{{- end -}}

{{/* Whether a part asks hosts of the internet: documents, hosted models, web tools, an issuer of tokens, a chat. Takes (list $NAME $). */}}
{{- define "arbiter.internet" -}}
{{- $arm := index . 0 -}}{{- $root := index . 1 -}}{{- $values := $root.Values -}}
{{- $own := get (include "arbiter.parts" $root | fromYaml) $arm -}}
{{- $names := list -}}
{{- range $own.secrets -}}{{- $names = append $names .variable -}}{{- end -}}
{{- range $own.extraEnv -}}{{- $names = append $names (trimSuffix "_FILE" .name) -}}{{- end -}}
{{- range $name, $_ := $own.config -}}{{- $names = append $names $name -}}{{- end -}}
{{- $wanted := or $own.isBot (eq $arm "ingestion") (has $arm $values.networkPolicy.internet.arms) -}}
{{- if and (eq $arm "orchestrator") $values.oidc.issuer -}}{{- $wanted = true -}}{{- end -}}
{{- range $name := list "ANTHROPIC_API_KEY" "OPENAI_API_KEY" "BRAVE_API_KEY" "SEARXNG_URL" "HTTP_REQUEST_ALLOWED_HOSTS" "OIDC_ISSUER" -}}
{{- if has $name $names -}}{{- $wanted = true -}}{{- end -}}
{{- end -}}
{{- if $wanted -}}true{{- end -}}
{{- end -}}

{{/* Refuses what cannot work, before a cluster finds out. */}}
{{- define "arbiter.check" -}}
{{- $values := .Values -}}
{{- $named := list -}}
{{- range $values.secretFiles -}}{{- $named = append $named .variable -}}{{- end -}}
{{- if not (or $values.nats.url (has "NATS_URL" $named)) -}}
{{- fail "nats.url is needed: the arms reach each other over a broker. A URL with a password goes into secretFiles as NATS_URL." -}}
{{- end -}}
{{- if not $values.apiKey.existingSecret -}}
{{- fail "apiKey.existingSecret is needed: kubectl create secret generic arbiter --from-literal=api-key=\"$(openssl rand -hex 24)\"" -}}
{{- end -}}
{{- range $bot, $own := $values.bots -}}
{{- if and $own.enabled (not $own.existingSecret) -}}
{{- fail (printf "bots.%s.existingSecret is needed: a secret with the keys %s." $bot (include "arbiter.botSecrets" (list $bot $own))) -}}
{{- end -}}
{{- end -}}
{{- $embedded := eq (include "arbiter.embedded" .) "true" -}}
{{- if and $embedded (not $values.library.enabled) -}}
{{- fail "Retriever and ingestion worker need a shared disk (library.enabled) unless stores.documents=nats, qdrant.url and elasticsearch.url are all set." -}}
{{- end -}}
{{- $many := dict -}}
{{- range $arm, $own := $values.arms -}}
{{- $scaled := and $own.autoscaling.enabled (gt (int $own.autoscaling.maxReplicas) 1) -}}
{{- if or (gt (int $own.replicas) 1) $scaled -}}{{- $_ := set $many $arm true -}}{{- end -}}
{{- if and $own.persistence.enabled (hasKey $many $arm) -}}
{{- fail (printf "arms.%s.persistence is the disk of one pod: set arms.%s.replicas to 1 without autoscaling." $arm $arm) -}}
{{- end -}}
{{- end -}}
{{- if and (hasKey $many "orchestrator") (ne $values.stores.sessions "nats") -}}
{{- fail "Several orchestrators need stores.sessions=nats." -}}
{{- end -}}
{{- if and (or (hasKey $many "ingestion") $values.keda.enabled) $embedded -}}
{{- fail "Several ingestion workers need stores.documents=nats, qdrant.url and elasticsearch.url: a disk has one writer." -}}
{{- end -}}
{{- if and $values.ingress.enabled (not $values.ingress.hosts) -}}
{{- fail "ingress.hosts is needed: the names under which clients reach the orchestrator." -}}
{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs is needed: the gateway that the route belongs to." -}}
{{- end -}}
{{- if and $values.oidc.issuer (not (and $values.oidc.audience $values.oidc.roles)) -}}
{{- fail "oidc.issuer needs oidc.audience and oidc.roles: whose tokens are admitted, and what they may do." -}}
{{- end -}}
{{- if $values.keda.enabled -}}
{{- if not $values.keda.monitorUrl -}}{{- fail "keda.monitorUrl is needed: the monitoring address of the broker." -}}{{- end -}}
{{- if $values.arms.ingestion.autoscaling.enabled -}}
{{- fail "keda.enabled and arms.ingestion.autoscaling.enabled would both set the number of workers: choose one." -}}
{{- end -}}
{{- end -}}
{{- end -}}
