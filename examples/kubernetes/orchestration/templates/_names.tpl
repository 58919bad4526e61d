{{- define "orchestration.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "orchestration.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "orchestration.labels" -}}
{{ include "orchestration.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* Differs from the selector of the pods that serve requests, so that their Service and Deployment ignore these pods. */}}
{{- define "orchestration.checks.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-checks
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "orchestration.checks.labels" -}}
{{ include "orchestration.checks.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* Labels different from those of the pods, so that the Service and its policies ignore the job. */}}
{{- define "orchestration.migrateSelector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-migrate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "orchestration.migrateLabels" -}}
{{ include "orchestration.migrateSelector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* Current pods of the deployment, at least the autoscaler's minimum: without a number, Kubernetes would scale to one. */}}
{{- define "orchestration.scaled" -}}
{{- $live := lookup "apps/v1" "Deployment" .root.Release.Namespace .name -}}
{{- max .min (dig "spec" "replicas" 0 $live) -}}
{{- end -}}

{{- define "orchestration.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ required "image.tag or image.digest says which build to run" .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Settings and secret files shared by the service and the commands of the chart's jobs. */}}
{{- define "orchestration.env" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secret }}
      key: {{ .Values.database.key }}
- name: MEDIA_URL
  value: {{ .Values.media.url | quote }}
{{- if .Values.media.credentialsKey }}
- name: MEDIA_CREDENTIALS_FILE
  value: /run/secrets/media/credentials.json
{{- else }}
- name: MEDIA_ACCESS_KEY_ID
  valueFrom:
    secretKeyRef:
      name: {{ .Values.media.secret }}
      key: {{ .Values.media.accessKeyIdKey }}
- name: MEDIA_SECRET_ACCESS_KEY_FILE
  value: /run/secrets/media/secret-access-key
{{- end }}
# Requests still arrive until the load balancer knows that the pod is stopping.
- name: SHUTDOWN_DELAY_SECONDS
  value: "8"
- name: MASTER_KEY_FILE
  value: /run/secrets/master-key/key
{{- if .Values.metrics.enabled }}
- name: METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
- name: METRICS_HOST
  value: 0.0.0.0
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "orchestration.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "orchestration.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "orchestration.mounts" -}}
- name: data
  mountPath: /data
- name: temporary
  mountPath: /tmp
- name: master-key
  mountPath: /run/secrets/master-key
  readOnly: true
- name: media
  mountPath: /run/secrets/media
  readOnly: true
{{- end -}}

{{- define "orchestration.volumes" -}}
- name: data
  emptyDir: {}
- name: temporary
  emptyDir:
    sizeLimit: {{ .Values.temporaryStorage }}
- name: master-key
  secret:
    secretName: {{ .Values.masterKey.secret }}
    defaultMode: 0440
    items:
      - key: {{ .Values.masterKey.key }}
        path: key
- name: media
  secret:
    secretName: {{ .Values.media.secret }}
    defaultMode: 0440
    items:
      {{- if .Values.media.credentialsKey }}
      - key: {{ .Values.media.credentialsKey }}
        path: credentials.json
      {{- else }}
      - key: {{ .Values.media.secretAccessKeyKey }}
        path: secret-access-key
      {{- end }}
{{- end -}}
