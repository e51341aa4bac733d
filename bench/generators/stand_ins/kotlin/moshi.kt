// The annotations of Moshi that generated models carry.

package com.squareup.moshi

@Retention(AnnotationRetention.RUNTIME)
annotation class Json(val name: String)

@Retention(AnnotationRetention.RUNTIME)
annotation class JsonClass(val generateAdapter: Boolean, val generator: String = "")

@Retention(AnnotationRetention.RUNTIME)
annotation class ToJson

@Retention(AnnotationRetention.RUNTIME)
annotation class FromJson
